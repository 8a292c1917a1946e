/// A workflow and the version of its definition, which a process can register and a run needs.
///
/// Two of them are equal if both their names and their versions are, whatever a name looks like.
public struct WorkflowVersion: Hashable, Sendable, CustomStringConvertible {
  /// The name of the workflow.
  public var workflow: String
  /// The version of the definition.
  public var version: Int

  /// Creates a value from a name and a version.
  public init(_ workflow: String, version: Int = 1) {
    self.workflow = workflow
    self.version = version
  }

  /// The name in quotes, with the version if it is not 1.
  public var description: String {
    version == 1 ? "'\(workflow)'" : "'\(workflow)' version \(version)"
  }
}

extension WorkflowVersion: Comparable {
  /// Orders by names, and then by versions.
  public static func < (one: WorkflowVersion, other: WorkflowVersion) -> Bool {
    (one.workflow, one.version) < (other.workflow, other.version)
  }
}
