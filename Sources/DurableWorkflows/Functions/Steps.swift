public import Futures
internal import Workflows

/// The calls that a durable function makes.
///
/// Each call has a name, under which its result is recorded. A name that the function calls again
/// is counted. In child tasks, where the order of calls can differ, give each call a key.
public struct Steps: Sendable {
  let function: FunctionRun

  init(_ function: FunctionRun) { self.function = function }
}

/// What the body of a step knows of its call.
public struct StepCall: Sendable {
  /// A text that is the same in every execution of this call in a run, and in no other.
  ///
  /// Pass the key to external services so that they do only once what a durable run requests twice:
  /// the run repeats a request if its process ended before the answer was recorded.
  public var idempotencyKey: String { place.idempotencyKey(in: run) }

  let run: String
  let place: RecordPath
}

extension Steps {
  /// Performs a step, and records its output.
  ///
  /// ```swift
  /// let receipt = try await run.step(
  ///   "charge",
  ///   retry: RetryPolicy(attempts: 5)
  /// ) { step in
  ///   try await bank.charge(order, key: step.idempotencyKey)
  /// } undo: { receipt, step in
  ///   try await bank.refund(step.idempotencyKey)
  /// }
  /// ```
  ///
  /// The output is written before anything that comes later begins, in one write with what that
  /// writes first. If the process ends before this write, the body runs again: it runs *at least
  /// once*. A recorded step returns its record and does nothing.
  ///
  /// If the body throws, the function can catch the error and go on: the failure is recorded before
  /// what follows. A failure that ends the run is not recorded, so the step begins again when the
  /// run is reopened.
  ///
  /// **Retries.** Attempts are counted in the store, which also measures the pauses, so another
  /// process continues the count. The function sees only the error of the last one.
  ///
  /// **Undo.** When the run has failed or was cancelled, the steps are undone one after another,
  /// the last one first. The function is called again to find out how, and nothing begins
  /// meanwhile. If the undo of a step is not found, none is undone and the run is set aside. So
  /// `undo` uses nothing but its parameters, the input of the run and what other calls have
  /// returned. It runs once, or again if the process ends meanwhile. A step that failed is not
  /// undone, unless it was cancelled while it was running: nobody knows what it has done. To do
  /// something else instead, and go on, `catch` the error and call further steps.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the step had before, under which runs may have recorded it.
  ///     A step without `retry` and `undo` that was running when its process ended begins again
  ///     under its new name, with another idempotency key.
  ///   - retry: When to run the body again after a failure; `nil` for never.
  ///   - errors: The types of errors that reach the function as themselves, in every execution.
  ///     Any other error becomes ``StepFailed``.
  ///   - body: The work. It runs where it is written, and its task is cancelled with the run.
  ///   - undo: Undoes the step. It receives the output, which is `nil` if the process ended or the
  ///     step was cancelled while it was running, so that it is in doubt whether it had an effect,
  ///     and the idempotency key of the step. It runs where it is written.
  /// - Returns: The output of `body`, now or in an earlier execution.
  /// - Throws: ``StepFailed``, or an error of one of the types in `errors`; `CancellationError` if
  ///   the step or the run has to stop.
  @discardableResult
  public nonisolated(nonsending) func step<Output: Codable & Sendable>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    retry: RetryPolicy? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) (StepCall) async throws -> Output,
    @_inheritActorContext undo:
      (@Sendable @isolated(any) (Output?, StepCall) async throws -> Void)? = nil
  ) async throws -> Output {
    let call = FunctionCall<Output>(
      name,
      .codable,
      key: key,
      was: former,
      retry: retry,
      catching: errors,
      undo: undo
    )
    return try await function.step(call, body)
  }

  /// Performs a step, and records its output; see the form whose body receives a ``StepCall``.
  @discardableResult
  public nonisolated(nonsending) func step<Output: Codable & Sendable>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    retry: RetryPolicy? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) () async throws -> Output,
    @_inheritActorContext undo:
      (@Sendable @isolated(any) (Output?, StepCall) async throws -> Void)? = nil
  ) async throws -> Output {
    try await step(
      name,
      key: key,
      was: former,
      retry: retry,
      catching: errors,
      { _ in try await body() },
      undo: undo
    )
  }

  // The forms without an output would be chosen where nothing uses it, and leave it out.

  /// Performs a step without an output, and records its end; see the form with an output.
  @_disfavoredOverload
  public nonisolated(nonsending) func step(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    retry: RetryPolicy? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) (StepCall) async throws -> Void,
    @_inheritActorContext undo: (@Sendable @isolated(any) (StepCall) async throws -> Void)? = nil
  ) async throws {
    var undoing: (@Sendable @isolated(any) (Void?, StepCall) async throws -> Void)?
    if let undo { undoing = { _, step in try await undo(step) } }
    let call = FunctionCall<Void>(
      name,
      .void,
      key: key,
      was: former,
      retry: retry,
      catching: errors,
      undo: undoing
    )
    try await function.step(call, body)
  }

  /// Performs a step without an output, and records its end; see the form with an output.
  @_disfavoredOverload
  public nonisolated(nonsending) func step(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    retry: RetryPolicy? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) () async throws -> Void,
    @_inheritActorContext undo: (@Sendable @isolated(any) (StepCall) async throws -> Void)? = nil
  ) async throws {
    try await step(
      name,
      key: key,
      was: former,
      retry: retry,
      catching: errors,
      { _ in try await body() },
      undo: undo
    )
  }
}
