extension StepContext {
  /// The object that stores the state of a durable run; `nil` in any other run.
  package var durability: (any RunDurability)? { run.durability }

  /// The signals of the run, if it has no store.
  package var signals: RunSignals { run.signals }

  /// A text that uniquely identifies the run.
  package var runIdentifier: String { run.identifier }

  /// Returns the values that steps have set under keys since the last call, by name; `nil` for one
  /// that they have removed.
  package func takeUnrecordedValues() -> [String: (any Sendable)?] { lane.takeUnrecorded() }

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
