public import Futures

// The type of the input is known here, so closures need not name it.
extension Step {
  /// Returns a workflow of this step, followed by a closure that returns a future.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - body: Starts the work, with the output of this step. It runs where it is written.
  /// - Returns: The workflow, whose output is the value of the future.
  public func then<Work: FutureProtocol>(
    _ name: String = "closure",
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Output) async throws -> Work
  ) -> Workflow<Input, Work.Value> {
    then(Perform<Output, Work.Value>(name, body))
  }
}
