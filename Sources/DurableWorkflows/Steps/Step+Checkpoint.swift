public import Workflows

extension Step where Output: Codable {
  /// Returns a step whose output a durable run records, so that the step never runs again once that
  /// record is written.
  ///
  /// ```swift
  /// Perform("charge") { (order: Order) in try await bank.charge(order) }
  ///   .retry(RetryPolicy(attempts: 5))
  ///   .checkpoint()
  /// ```
  ///
  /// The output is encoded and written before the next step begins, in one write with what the next
  /// step writes first. If the process ends before this write, the output is not recorded and the
  /// step runs again: it runs *at least once*. Pass the step's
  /// ``Workflows/StepContext/idempotencyKey``, which is the same each time, to external services.
  ///
  /// A `retry` inside the checkpoint counts its attempts in the process; a `retry` around the
  /// checkpoint counts them in the store. A run without a store runs the step unchanged.
  ///
  /// - Returns: A step with the same name.
  public func checkpoint() -> some Step<Input, Output> {
    CheckpointStep(base: self, coding: .codable)
  }
}

extension Step where Output == Void {
  /// Returns a step whose end a durable run records, so that the step never runs again once that
  /// record is written.
  ///
  /// - Returns: A step with the same name.
  public func checkpoint() -> some Step<Input, Void> { CheckpointStep(base: self, coding: .void) }
}

extension Workflow where Output: Codable {
  /// Returns a workflow whose output a durable run records.
  ///
  /// Its steps can have their own checkpoints, which are no longer consulted once this one is
  /// written.
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

extension Step {
  /// Throws an error, because a durable run cannot record the output.
  ///
  /// A step whose output is not `Codable` has no checkpoint. Return a struct that is `Codable`
  /// instead of a tuple, or what the next step needs to find the value again. A type that is on the
  /// main actor, as types of new Xcode projects are by default, is `Codable` only there: mark it
  /// `nonisolated`.
  ///
  /// The compiler rejects a call without `try`, and its warning gives the reason. If this method
  /// were unavailable, the compiler would read a closure of one expression, such as
  /// `{ (order: Order) in find(order) }`, as one without an output.
  ///
  /// - Throws: ``UncodableOutput``.
  @available(
    *,
    deprecated,
    message: """
      the output of a checkpoint has to be Codable; return a struct instead of a tuple, and mark a \
      type on the main actor 'nonisolated'
      """
  )
  public func checkpoint() throws -> some Step<Input, Output> { try unrecordable() }

  private func unrecordable() throws -> Self {
    throw UncodableOutput(step: name, reason: "\(Output.self) is not Codable")
  }
}
