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
  public let idempotencyKey: String
}

extension Steps {
  /// Performs a step, and records its output.
  ///
  /// The output is written before anything that comes later begins, in one write with what that
  /// writes first. If the process ends before this write, the body runs again: it runs *at least
  /// once*. A recorded step returns its record and does nothing.
  ///
  /// If the body throws, the function can catch the error and go on: the failure is recorded before
  /// what follows. A failure that ends the run is not recorded, so the step begins again when the
  /// run is reopened.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the step had before, under which runs may have recorded it.
  ///   - errors: The types of errors that reach the function as themselves, in every execution.
  ///     Any other error becomes ``StepFailed``.
  ///   - body: The work. It runs where it is written, and its task is cancelled with the run.
  /// - Returns: The output of `body`, now or in an earlier execution.
  /// - Throws: ``StepFailed``, or an error of one of the types in `errors`; `CancellationError` if
  ///   the step or the run has to stop.
  @discardableResult
  public nonisolated(nonsending) func step<Output: Codable & Sendable>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) () async throws -> Output
  ) async throws -> Output {
    let call = FunctionCall<Output>(
      name: name,
      key: key,
      former: former,
      coding: .codable,
      errors: errors
    )
    return try await function.step(call) { _ in try await body() }
  }

  /// Performs a step whose body receives the idempotency key of the call, and records its output.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the step had before, under which runs may have recorded it.
  ///   - errors: The types of errors that reach the function as themselves, in every execution.
  ///   - body: The work. It runs where it is written.
  /// - Returns: The output of `body`, now or in an earlier execution.
  /// - Throws: ``StepFailed``, or an error of one of the types in `errors`; `CancellationError` if
  ///   the step or the run has to stop.
  @discardableResult
  public nonisolated(nonsending) func step<Output: Codable & Sendable>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) (StepCall) async throws -> Output
  ) async throws -> Output {
    let call = FunctionCall<Output>(
      name: name,
      key: key,
      former: former,
      coding: .codable,
      errors: errors
    )
    return try await function.step(call, body)
  }

  /// Performs a step without an output, and records its end.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the step had before, under which runs may have recorded it.
  ///   - errors: The types of errors that reach the function as themselves, in every execution.
  ///   - body: The work. It runs where it is written.
  /// - Throws: ``StepFailed``, or an error of one of the types in `errors`; `CancellationError` if
  ///   the step or the run has to stop.
  public nonisolated(nonsending) func step(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) () async throws -> Void
  ) async throws {
    let call = FunctionCall<Void>(
      name: name,
      key: key,
      former: former,
      coding: .void,
      errors: errors
    )
    try await function.step(call) { _ in try await body() }
  }

  /// Performs a step without an output whose body receives the idempotency key of the call, and
  /// records its end.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the step had before, under which runs may have recorded it.
  ///   - errors: The types of errors that reach the function as themselves, in every execution.
  ///   - body: The work. It runs where it is written.
  /// - Throws: ``StepFailed``, or an error of one of the types in `errors`; `CancellationError` if
  ///   the step or the run has to stop.
  public nonisolated(nonsending) func step(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) (StepCall) async throws -> Void
  ) async throws {
    let call = FunctionCall<Void>(
      name: name,
      key: key,
      former: former,
      coding: .void,
      errors: errors
    )
    try await function.step(call, body)
  }
}
