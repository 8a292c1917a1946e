/// Workflows that cannot run durably, with all reasons.
public struct WorkflowsRefused: Error, CustomStringConvertible {
  /// What is wrong: a sentence each, with the workflow and the place.
  public let problems: [String]

  /// A message that lists all problems.
  public var description: String {
    (["\(problems.count) problem(s) with durable workflows:"] + problems.map { "- \($0)" })
      .joined(separator: "\n")
  }
}

/// A workflow that is not registered, or is registered with other types.
public struct WorkflowNotRegistered: Error, Hashable, CustomStringConvertible {
  /// The name of the workflow.
  public let workflow: String
  /// What is wrong.
  let reason: String

  /// A message that says what is wrong, and what to do.
  public var description: String {
    "The workflow '\(workflow)' \(reason). Pass it to DurableRuns, as `.durable()`."
  }
}
