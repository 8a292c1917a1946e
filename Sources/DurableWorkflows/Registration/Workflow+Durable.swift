public import Workflows

extension Workflow where Input: Codable, Output: Codable {
  /// Returns this workflow for use with ``DurableRuns``, which keeps its runs in a store.
  ///
  /// - Parameter version: The version of the definition. Register an old version beside a new one
  ///   for as long as runs of the old one exist.
  /// - Returns: The workflow.
  public func durable(version: Int = 1) -> DurableWorkflow {
    DurableWorkflow(
      TypedWorkflow(workflow: self, version: version, input: .codable, output: .codable)
    )
  }
}

extension Workflow where Input: Codable, Output == Void {
  /// Returns this workflow for use with ``DurableRuns``, which keeps its runs in a store.
  ///
  /// - Parameter version: The version of the definition.
  /// - Returns: The workflow.
  public func durable(version: Int = 1) -> DurableWorkflow {
    DurableWorkflow(TypedWorkflow(workflow: self, version: version, input: .codable, output: .void))
  }
}

extension Workflow where Input == Void, Output: Codable {
  /// Returns this workflow for use with ``DurableRuns``, which keeps its runs in a store.
  ///
  /// - Parameter version: The version of the definition.
  /// - Returns: The workflow.
  public func durable(version: Int = 1) -> DurableWorkflow {
    DurableWorkflow(TypedWorkflow(workflow: self, version: version, input: .void, output: .codable))
  }
}

extension Workflow where Input == Void, Output == Void {
  /// Returns this workflow for use with ``DurableRuns``, which keeps its runs in a store.
  ///
  /// - Parameter version: The version of the definition.
  /// - Returns: The workflow.
  public func durable(version: Int = 1) -> DurableWorkflow {
    DurableWorkflow(TypedWorkflow(workflow: self, version: version, input: .void, output: .void))
  }
}

extension Workflow {
  /// Is unavailable, because a store cannot keep the input or the output.
  ///
  /// The output of a workflow that ends in a ``WaitForSignal`` is a tuple of its input and the
  /// signal. Add a step that returns what is needed of them.
  @available(
    *,
    unavailable,
    message: """
      the input and the output of a durable workflow have to be Codable or Void; behind a \
      'WaitForSignal', whose output is a tuple, add a step that returns a Codable value, and mark a \
      type on the main actor 'nonisolated'
      """
  )
  public func durable(version: Int = 1) -> DurableWorkflow { fatalError() }
}
