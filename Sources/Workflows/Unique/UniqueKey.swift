/// The identity of a run among those of one ``UniqueRuns``.
package struct UniqueKey: Hashable, Sendable {
  private let workflow: String
  /// Runs with another type of output have other keys, because they cannot be returned.
  private let output: ObjectIdentifier
  private let value: any Hashable & Sendable

  package init<Input, Output>(
    _ value: any Hashable & Sendable,
    of workflow: Workflow<Input, Output>
  ) {
    self.workflow = workflow.name
    output = ObjectIdentifier(Output.self)
    self.value = value
  }

  package static func == (left: UniqueKey, right: UniqueKey) -> Bool {
    left.workflow == right.workflow && left.output == right.output
      && AnyHashable(left.value) == AnyHashable(right.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(workflow)
    hasher.combine(output)
    hasher.combine(AnyHashable(value))
  }
}
