extension StepContext {
  /// What keeps the state of a durable run; `nil` in any other run.
  package var durability: (any RunDurability)? { run.durability }

  /// The signals of the run, if it has no store.
  package var signals: RunSignals { run.signals }

  /// A text that names the run and no other.
  package var runIdentifier: String { run.identifier }

  /// Returns what steps have left under keys since it was asked last, by name.
  package func takeUnrecordedValues() -> [String: any Sendable] { lane.takeUnrecorded() }

  /// The place of the step among the records of a durable run.
  package var place: RecordPath {
    parents?.place(inside: name) ?? RecordPath.root.appending(name)
  }

  /// Returns this context as that of a step that was chosen inside of this one.
  func choosing(_ name: String) -> StepContext {
    StepContext(
      run: run,
      lane: lane,
      range: range,
      parents: stepPath,
      span: span,
      name: name,
      attempt: attempt,
      cancellation: cancellation
    )
  }
}
