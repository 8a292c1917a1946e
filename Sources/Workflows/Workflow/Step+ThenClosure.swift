public import Futures

// The type of the input is known here, so closures need not name it.
extension Step {
  /// Makes a workflow of this step and a closure that takes what it gives.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the closure.
  ///   - body: The work. It runs where it is written. What it throws fails the step.
  /// - Returns: The workflow.
  public func then<Next: Sendable>(
    _ name: String = "closure",
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Output) async throws -> Next
  ) -> Workflow<Input, Next> {
    then(Perform<Output, Next>(name, body))
  }

  /// Makes a workflow of this step and a synchronous closure on a context.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the closure.
  ///   - context: Where the closure runs.
  ///   - body: The work. What it throws fails the step.
  /// - Returns: The workflow.
  public func then<Next: Sendable>(
    _ name: String = "closure",
    on context: ExecutionContext,
    _ body: @escaping @Sendable (Output) throws -> Next
  ) -> Workflow<Input, Next> {
    then(Perform<Output, Next>(name, on: context, body))
  }

  /// Makes a workflow of this step and an asynchronous closure on a context.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the closure.
  ///   - context: Where the closure runs, from one suspension to the next.
  ///   - body: The work. What it throws fails the step.
  /// - Returns: The workflow.
  public func then<Next: Sendable>(
    _ name: String = "closure",
    on context: ExecutionContext,
    _ body: @escaping @Sendable (Output) async throws -> Next
  ) -> Workflow<Input, Next> {
    then(Perform<Output, Next>(name, on: context, body))
  }

  /// Makes a workflow of this step and a closure that also gets the context of its step.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the closure.
  ///   - body: The work. It runs where it is written, and takes the output of this step and the
  ///     context.
  /// - Returns: The workflow.
  public func thenWithContext<Next: Sendable>(
    _ name: String = "closure",
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Output, StepContext) async throws -> Next
  ) -> Workflow<Input, Next> {
    then(Perform<Output, Next>.withContext(name, body))
  }
}
