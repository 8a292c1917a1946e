/// A step whose parts may have records, so that a durable run continues after them.
package protocol PlacedStep: Step {
  /// Returns the output, if the records of a run determine it without the input.
  ///
  /// - Parameters:
  ///   - place: The place of this step.
  ///   - run: The run.
  /// - Returns: The output; `nil` if they do not.
  /// - Throws: An error that no step handles, if a record cannot be read.
  func recordedOutput(at place: RecordPath, in run: any RunDurability) throws -> Output?

  /// Returns the compensations of the step at a place, in the order in which they run.
  ///
  /// - Parameters:
  ///   - target: The place of this step, or one inside it.
  ///   - place: The place of this step.
  /// - Returns: The compensations.
  func compensations(of target: RecordPath, at place: RecordPath) -> [RecordedCompensation]
}

/// The compensation of a recorded step, for a process other than the one that ran it.
package struct RecordedCompensation: Sendable {
  /// Undoes the step, whose output is read from the records of the run.
  package let undo: @Sendable (_ run: any RunDurability, _ options: RunOptions) async throws -> Void

  /// Undoes the step when it is unknown whether it had an effect; returns `false` if the step does
  /// not define how.
  package let undoInDoubt:
    @Sendable (
      _ run: any RunDurability,
      _ idempotencyKey: String,
      _ options: RunOptions
    ) async throws -> Bool

  package init(
    undo: @escaping @Sendable (any RunDurability, RunOptions) async throws -> Void,
    undoInDoubt:
      @escaping @Sendable (any RunDurability, String, RunOptions) async throws -> Bool
  ) {
    self.undo = undo
    self.undoInDoubt = undoInDoubt
  }
}

extension PlacedStep {
  package func recordedOutput(at place: RecordPath, in run: any RunDurability) throws -> Output? {
    nil
  }

  package func compensations(
    of target: RecordPath,
    at place: RecordPath
  ) -> [RecordedCompensation] {
    []
  }
}

extension Step {
  /// Returns the output, if the records of a run determine it without the input; see
  /// ``PlacedStep``.
  package func output(recordedAt place: RecordPath, in run: any RunDurability) throws -> Output? {
    guard run.hasTrace(at: place), let step = self as? any PlacedStep else { return nil }
    return try step.anyRecordedOutput(at: place, in: run)?.value as? Output
  }

  /// The same, where the type of the output is not known.
  func anyOutput(recordedAt place: RecordPath, in run: any RunDurability) throws -> AnyOutput? {
    try output(recordedAt: place, in: run).map { AnyOutput(value: $0) }
  }

  /// Returns the compensations of the step at a place, which is that of this step or inside it.
  package func compensations(
    for target: RecordPath,
    at place: RecordPath
  ) -> [RecordedCompensation] {
    guard target.isInside(place), let step = self as? any PlacedStep else { return [] }
    return step.compensations(of: target, at: place)
  }
}

/// An output without its type, which may be an optional.
struct AnyOutput {
  let value: Any
}

extension PlacedStep {
  fileprivate func anyRecordedOutput(
    at place: RecordPath,
    in run: any RunDurability
  ) throws -> AnyOutput? {
    try recordedOutput(at: place, in: run).map { AnyOutput(value: $0) }
  }
}
