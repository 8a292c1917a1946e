/// Runs two pieces of asynchronous work, and returns what the first one to end returns.
///
/// ```swift
/// let page = try await withRace {
///   try await client.page(url)
/// } or: {
///   try await mirror.page(url)
/// }
/// ```
///
/// ![The download from far is faster, and the one from near is cancelled.](race)
///
/// Each piece runs in a new task and a scope of its own. When one ends, with a value or an error,
/// the other is cancelled, together with the futures that it has started. The call returns at once,
/// even if the loser ignores its cancellation: such work continues, and its outcome is discarded.
/// Cancelling the calling task, or the current scope, cancels both.
///
/// A failure ends the race, too. For the first success, call `firstSuccess()` on an array of
/// futures.
///
/// - Parameters:
///   - first: Work. It runs where it is written: on the actor of the code that passes it, or on the
///     global executor if that code is nonisolated.
///   - second: Other work with the same kind of value.
/// - Returns: The value of the winner.
/// - Throws: The error of the winner, or `CancellationError`.
@inlinable
public nonisolated(nonsending) func withRace<Value: Sendable>(
  @_inheritActorContext _ first: @escaping @Sendable @isolated(any) () async throws -> Value,
  @_inheritActorContext or second: @escaping @Sendable @isolated(any) () async throws -> Value
) async throws -> Value {
  try Task.checkCancellation()
  // Settled here, as a value that happens to be a future does not select the form for closures that
  // return futures.
  let isFuture = Value.self is any FutureProtocol.Type
  return try await Future<Value, any Error>
    .valueOfTasks { result in
      [first, second].map { work in
        let settled: @Sendable () async throws -> Value = { try await settle(work()) }
        return Future.start(isFuture ? settled : work, for: result, cancellation: .current)
      }
    }
}

/// Starts two pieces of work, and returns the value of the first one to end.
///
/// Each piece lasts until the future that its closure returns has settled. That future is not
/// cancelled unless it was started in the closure. Otherwise the same as the other `withRace`.
///
/// - Parameters:
///   - first: Starts work. Runs where it is written.
///   - second: Starts other work, with a future of the same type.
/// - Returns: The value of the winner.
/// - Throws: What the closure of the winner throws, the error of its future, or
///   `CancellationError`.
public nonisolated(nonsending) func withRace<Work: FutureProtocol>(
  @_inheritActorContext _ first: @escaping @Sendable @isolated(any) () async throws -> Work,
  @_inheritActorContext or second: @escaping @Sendable @isolated(any) () async throws -> Work
) async throws -> Work.Value {
  try Task.checkCancellation()
  return try await Contest<Work.Value, any Error>
    .hold(cancellation: .current) { contest, result in
      contest.start(0, for: result) { .following(erasing: first) }
      contest.start(1, for: result) { .following(erasing: second) }
    }
    .valueOrCancel()
}
