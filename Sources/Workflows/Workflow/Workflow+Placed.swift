extension Workflow: PlacedStep {
  package func recordedOutput(at place: RecordPath, in run: any RunDurability) throws -> Output? {
    guard let step = lastStep?.step else { return nil }
    return try step.anyOutput(recordedAt: self.place(of: step, in: place), in: run)?.value
      as? Output
  }

  package func compensations(
    of target: RecordPath,
    at place: RecordPath
  ) -> [RecordedCompensation] {
    var found: [RecordedCompensation] = []
    var next = lastStep
    while let link = next {
      found += link.step.compensations(for: target, at: self.place(of: link.step, in: place))
      next = link.previous
    }
    return found
  }

  /// Reads the records behind which a run continues.
  ///
  /// - Parameters:
  ///   - place: The place of this workflow.
  ///   - run: The run.
  /// - Throws: An error that no step handles, if one of them cannot be read.
  package func readRecords(at place: RecordPath, in run: any RunDurability) throws {
    var next = lastStep
    while let link = next {
      let place = self.place(of: link.step, in: place)
      if try link.step.anyOutput(recordedAt: place, in: run) != nil { return }
      if run.hasTrace(at: place), let workflow = link.step as? any RecordedSteps {
        try workflow.readRecords(at: place, in: run)
      }
      next = link.previous
    }
  }

  /// Returns the place of one of the steps of this workflow.
  private func place(of step: any Step, in place: RecordPath) -> RecordPath {
    // What `retry` and others return is the step itself.
    inside == nil ? place.appending(step.name) : place
  }
}

/// Steps behind whose records a run continues.
private protocol RecordedSteps {
  func readRecords(at place: RecordPath, in run: any RunDurability) throws
}

extension Workflow: RecordedSteps {}

extension StepContext {
  /// Returns the output of a step of the workflow with this context, if records determine it: the
  /// run continues after the last step with such an output.
  @inline(never)
  func output<S: Step>(
    recordedBy run: any RunDurability,
    of step: S,
    _ stage: StageInfo,
    _ position: ChainPosition
  ) throws -> S.Output? {
    let place = position.path.place(inside: stage.name)
    guard let output = try step.output(recordedAt: place, in: run) else { return nil }
    lane.report(position.range(of: stage).end)
    return output
  }
}
