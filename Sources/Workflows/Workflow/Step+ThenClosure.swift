// The type of the input is known here, so closures need not name it.
extension Step {
  /// Returns a workflow of this step, followed by a closure.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - body: The work, which receives the output of this step. It runs where it is written. An
  ///     error that it throws fails the step.
  /// - Returns: The workflow.
  public func then<Next: Sendable>(
    _ name: String = "closure",
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Output) async throws -> Next
  ) -> Workflow<Input, Next> {
    then(Perform<Output, Next>(name, body))
  }
}
