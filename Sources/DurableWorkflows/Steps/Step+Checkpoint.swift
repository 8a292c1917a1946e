public import Workflows

extension Step where Output: Codable {
  /// Returns a step whose output a durable run records, so that it never runs again once that is
  /// written.
  ///
  /// ```swift
  /// Perform("charge") { (order: Order) in try await bank.charge(order) }
  ///   .retry(RetryPolicy(attempts: 5))
  ///   .checkpoint()
  /// ```
  ///
  /// The output is encoded and written before the next step begins, in one write with what that
  /// begins with. A process that ends before has not recorded it: the step runs again, *at least
  /// once*. Give services outside its ``Workflows/StepContext/idempotencyKey``, which is the same
  /// each time.
  ///
  /// `retry` inside the checkpoint counts its attempts in the process; `retry` around it counts
  /// them in the store. A run without a store runs the step as it is.
  ///
  /// - Returns: A step with the same name.
  public func checkpoint() -> some Step<Input, Output> {
    CheckpointStep(base: self, coding: .codable)
  }
}

extension Step where Output == Void {
  /// Returns a step whose end a durable run records, so that it never runs again once that is
  /// written.
  ///
  /// - Returns: A step with the same name.
  public func checkpoint() -> some Step<Input, Void> { CheckpointStep(base: self, coding: .void) }
}

extension Workflow where Output: Codable {
  /// Returns a workflow whose output a durable run records.
  ///
  /// Its steps can have checkpoints of their own; with this one, they are no longer looked at.
  ///
  /// - Returns: A workflow with the same name.
  public func checkpoint() -> Workflow<Input, Output> {
    CheckpointStep(base: self, coding: .codable).alone
  }
}

extension Workflow where Output == Void {
  /// Returns a workflow whose end a durable run records.
  ///
  /// - Returns: A workflow with the same name.
  public func checkpoint() -> Workflow<Input, Void> {
    CheckpointStep(base: self, coding: .void).alone
  }
}

extension Parallel where repeat each BranchOutput: Codable {
  /// Returns a workflow of these branches whose outputs a durable run records together.
  ///
  /// - Returns: A workflow with the name of the step.
  public func checkpoint() -> Workflow<Input, (repeat each BranchOutput)> {
    CheckpointStep(base: self, coding: .tuple(of: repeat (each BranchOutput).self)).alone
  }
}
