/// An error that reports workflows that cannot run durably, with all reasons.
public struct WorkflowsRefused: Error, CustomStringConvertible {
  /// The problems: one sentence each, with the workflow and the place.
  public let problems: [String]

  /// A message that lists all problems.
  public var description: String {
    (["\(problems.count) problem(s) with durable workflows:"] + problems.map { "- \($0)" })
      .joined(separator: "\n")
  }
}

/// An error that reports a workflow that is not registered or is registered with other types.
public struct WorkflowNotRegistered: Error, Hashable, CustomStringConvertible {
  /// The name of the workflow.
  public let workflow: String
  /// The description of the problem.
  let reason: String

  /// A message that describes the problem and how to solve it.
  public var description: String {
    "The workflow '\(workflow)' \(reason). Pass it to DurableRuns, as `.durable()`."
  }
}
