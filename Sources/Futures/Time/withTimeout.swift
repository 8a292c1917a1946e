/// Runs asynchronous work, and throws ``TimeoutError`` if it does not end in time.
///
/// ```swift
/// let page = try await withTimeout(.seconds(3)) {
///   try await client.page(url)
/// }
/// ```
///
/// ![After three seconds the call fails, and the download is cancelled.](withTimeout)
///
/// The work runs in a new task. That task has the priority and the task-local values of the caller,
/// and is cancelled when the time is up. The call then throws at once, even if the work ignores its
/// cancellation: such work continues, and its outcome is discarded. Only work that blocks the actor
/// of the caller delays the error, because the caller resumes there. The priority of the task rises
/// with that of the caller on Linux, and from macOS 26 and iOS 26 on.
///
/// Cancelling the calling task, or the current scope, cancels the work and ends the call in the
/// same way, with `CancellationError`. The work has its own scope: futures that it starts are
/// cancelled when the call ends. ``Deadline/current`` tells the work how much time is left.
///
/// Because the call does not wait for work that it has cancelled, an error that the work throws in
/// response reaches no one. If that error matters, such as that of a transaction that cannot be
/// rolled back, catch and record it in the work.
///
/// A `CancellationError` that the work throws on its own, such as that of a request that somebody
/// else cancelled, is thrown like any other error. The caller has been cancelled only if its
/// `Task.isCancelled` or the current scope says so.
///
/// - Parameters:
///   - limit: How long the work may take, counted from this call. Zero or less times out as soon as
///     the clock allows.
///   - clock: The clock to measure the time with.
///   - work: The work. It runs where it is written: on the actor of the code that passes it, or on
///     the global executor if that code is nonisolated.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws, ``TimeoutError``, or `CancellationError`.
@inlinable
public nonisolated(nonsending) func withTimeout<Value: Sendable>(
  _ limit: Duration,
  clock: any Clock<Duration> = ContinuousClock(),
  @_inheritActorContext _ work: @escaping @Sendable @isolated(any) () async throws -> Value
) async throws -> Value {
  try Task.checkCancellation()
  // Settled here, as a value that happens to be a future does not select the form for closures that
  // return futures.
  let settled: @Sendable () async throws -> Value = { try await settle(work()) }
  let isFuture = Value.self is any FutureProtocol.Type
  return try await Future<Value, any Error>
    .valueOfTasks { result in
      let scope = Deadline.with(limit, clock) {
        Future.start(isFuture ? settled : work, for: result, cancellation: .current)
      }
      scope.end(after: limit, clock) {
        result.finish(failing: TimeoutError(limit: limit), as: (any Error).self)
      }
      return [scope]
    }
}

/// Starts work, and throws ``TimeoutError`` if it does not end in time.
///
/// The work lasts until the future that the closure returns has settled. That future is not
/// cancelled unless it was started in the closure. Otherwise the same as the other `withTimeout`.
///
/// - Parameters:
///   - limit: How long the work may take, counted from this call.
///   - clock: The clock to measure the time with.
///   - work: Starts the work. Runs where it is written.
/// - Returns: The value of the future.
/// - Throws: What `work` throws, the error of the future, ``TimeoutError``, or `CancellationError`.
public nonisolated(nonsending) func withTimeout<Work: FutureProtocol>(
  _ limit: Duration,
  clock: any Clock<Duration> = ContinuousClock(),
  @_inheritActorContext _ work: @escaping @Sendable @isolated(any) () async throws -> Work
) async throws -> Work.Value {
  try await withTimeout(limit, clock: clock) { () async throws -> Work.Value in
    try await work()._future.endingWithScope().erasedValue
  }
}
