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
  /// The version of the workflow.
  public let version: Int
  /// The types that no registered version has; `nil` if the workflow is not registered.
  let otherTypes: String?

  init(_ definition: WorkflowVersion, otherTypes: String? = nil) {
    workflow = definition.workflow
    version = definition.version
    self.otherTypes = otherTypes
  }

  /// A message that describes the problem and how to solve it.
  public var description: String {
    let definition = WorkflowVersion(workflow, version: version)
    guard let otherTypes else {
      let form = version == 1 ? ".durable()" : ".durable(version: \(version))"
      return "The workflow \(definition) is not registered. Pass it to DurableRuns, as `\(form)`."
    }
    return "The workflow \(definition) is registered with other types than \(otherTypes). Pass the "
      + "definition with these types to DurableRuns, too, as `.durable(version:)` with a version of "
      + "its own."
  }
}
