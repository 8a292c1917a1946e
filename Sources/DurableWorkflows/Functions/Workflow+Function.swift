public import Workflows

extension Workflow {
  /// Creates a workflow of a function whose steps are calls.
  ///
  /// ```swift
  /// let fulfil = Workflow("fulfil order") { (order: Order, run: Steps) in
  ///   let reservation = try await run.step("reserve") {
  ///     try await stock.reserve(order)
  ///   }
  ///   let receipt = try await run.step("charge") { step in
  ///     try await bank.charge(reservation, key: step.idempotencyKey)
  ///   }
  ///   let days = Duration.seconds(3 * 86_400)
  ///   let answer = try await run.signal(approval, within: days)
  ///   guard let answer else { throw NotApproved() }
  ///   return try await run.step("ship") {
  ///     try await depot.ship(receipt, answer)
  ///   }
  /// }
  /// ```
  ///
  /// With `durable(version:)`, what each call returns is recorded. A process that continues the run
  /// calls the function again, from the top: a call that is recorded returns its record, and does
  /// nothing. So the code between the calls runs again, and has to do the same again: it decides by
  /// its input and by what calls have returned, and awaits nothing but calls. A function that waits
  /// is left with `CancellationError`, which `catch` passes on, and is called again later.
  ///
  /// A run without a store is an ordinary run.
  ///
  /// - Parameters:
  ///   - name: The name of the workflow.
  ///   - body: The function. It runs where it is written.
  public init(
    _ name: String,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Input, Steps) async throws ->
      Output
  ) {
    self = FunctionStep(name: name, body: body).alone
  }
}

extension Workflow where Input == Void {
  /// Creates a workflow of a function without an input, whose steps are calls.
  ///
  /// - Parameters:
  ///   - name: The name of the workflow.
  ///   - body: The function. It runs where it is written.
  public init(
    _ name: String,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Steps) async throws -> Output
  ) {
    self.init(name) { (_: Void, run: Steps) in try await body(run) }
  }
}
