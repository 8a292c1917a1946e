extension Steps {
  /// Performs a step that is undone if the run fails or is cancelled later, and records its output.
  ///
  /// ```swift
  /// try await run.step("charge") { step in
  ///   try await bank.charge(order, key: step.idempotencyKey)
  /// } undo: { _, step in
  ///   try await bank.refund(step.idempotencyKey)
  /// }
  /// ```
  ///
  /// When the run has failed or was cancelled, the steps are undone one after another, the last
  /// one first. The function is called again to find out how, and nothing begins meanwhile. If the
  /// undo of a step is not found, none is undone and the run is set aside. So `undo` uses nothing
  /// but its parameters, the input of the run and what other calls have returned. It runs once, or
  /// again if the process ends meanwhile. A step that failed is not undone.
  ///
  /// To do something else instead, and go on, `catch` the error and call further steps.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the step had before, under which runs may have recorded it.
  ///   - errors: The types of errors that reach the function as themselves, in every execution.
  ///   - body: The work. It runs where it is written.
  ///   - undo: Undoes the step. It receives the output, which is `nil` if the process ended while
  ///     the step was running, so that it is in doubt whether it had an effect, and the idempotency
  ///     key of the step. It runs where it is written.
  /// - Returns: The output of `body`, now or in an earlier execution.
  /// - Throws: ``StepFailed``, or an error of one of the types in `errors`; `CancellationError` if
  ///   the step or the run has to stop.
  @discardableResult
  public nonisolated(nonsending) func step<Output: Codable & Sendable>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) (StepCall) async throws -> Output,
    @_inheritActorContext undo:
      @escaping @Sendable @isolated(any) (Output?, StepCall) async throws -> Void
  ) async throws -> Output {
    let call = FunctionCall<Output>(
      name: name,
      key: key,
      former: former,
      coding: .codable,
      errors: errors,
      undo: { try await undo($0, $1) }
    )
    return try await function.step(call, body)
  }

  /// Performs a step that is undone if the run fails or is cancelled later, and records its output.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the step had before, under which runs may have recorded it.
  ///   - errors: The types of errors that reach the function as themselves, in every execution.
  ///   - body: The work. It runs where it is written.
  ///   - undo: Undoes the step; receives the output, or `nil` if the step is in doubt.
  /// - Returns: The output of `body`, now or in an earlier execution.
  /// - Throws: ``StepFailed``, or an error of one of the types in `errors`; `CancellationError` if
  ///   the step or the run has to stop.
  @discardableResult
  public nonisolated(nonsending) func step<Output: Codable & Sendable>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) () async throws -> Output,
    @_inheritActorContext undo:
      @escaping @Sendable @isolated(any) (Output?, StepCall) async throws -> Void
  ) async throws -> Output {
    try await step(
      name,
      key: key,
      was: former,
      catching: errors,
      { _ in try await body() },
      undo: undo
    )
  }

  /// Performs a step without an output that is undone if the run fails or is cancelled later, and
  /// records its end.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the step had before, under which runs may have recorded it.
  ///   - errors: The types of errors that reach the function as themselves, in every execution.
  ///   - body: The work. It runs where it is written.
  ///   - undo: Undoes the step, of which it may be in doubt whether it had an effect.
  /// - Throws: ``StepFailed``, or an error of one of the types in `errors`; `CancellationError` if
  ///   the step or the run has to stop.
  public nonisolated(nonsending) func step(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) (StepCall) async throws -> Void,
    @_inheritActorContext undo: @escaping @Sendable @isolated(any) (StepCall) async throws -> Void
  ) async throws {
    let call = FunctionCall<Void>(
      name: name,
      key: key,
      former: former,
      coding: .void,
      errors: errors,
      undo: { try await undo($1) }
    )
    try await function.step(call, body)
  }

  /// Performs a step without an output that is undone if the run fails or is cancelled later, and
  /// records its end.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the step had before, under which runs may have recorded it.
  ///   - errors: The types of errors that reach the function as themselves, in every execution.
  ///   - body: The work. It runs where it is written.
  ///   - undo: Undoes the step, of which it may be in doubt whether it had an effect.
  /// - Throws: ``StepFailed``, or an error of one of the types in `errors`; `CancellationError` if
  ///   the step or the run has to stop.
  public nonisolated(nonsending) func step(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) () async throws -> Void,
    @_inheritActorContext undo: @escaping @Sendable @isolated(any) (StepCall) async throws -> Void
  ) async throws {
    try await step(
      name,
      key: key,
      was: former,
      catching: errors,
      { _ in try await body() },
      undo: undo
    )
  }
}
