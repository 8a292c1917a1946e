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

  /// Returns the place of one of the steps of this workflow.
  private func place(of step: any Step, in place: RecordPath) -> RecordPath {
    // What `retry` and others return is the step itself.
    inside == nil ? place.appending(step.name) : place
  }
}

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
