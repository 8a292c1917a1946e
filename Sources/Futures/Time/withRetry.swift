/// Tries asynchronous work until it succeeds, or until the policy gives up.
///
/// ```swift
/// let policy = RetryPolicy(attempts: 4, backoff: .constant(.seconds(1)))
/// let page = try await withRetry(policy) { _ in
///   try await client.page(url)
/// }
/// ```
///
/// Attempts run one after another, in the calling task. Cancellation is final: an attempt that
/// fails with it is the last, and cancelling the task, or the current scope, ends a pause.
///
/// - Parameters:
///   - policy: How often, after which pause, and after which errors to try again.
///   - clock: The clock for the pauses.
///   - work: An attempt; receives its number, counted from 1. It runs where the caller does.
/// - Returns: What the first successful attempt returns.
/// - Throws: What the last attempt throws, or `CancellationError` from a pause.
public nonisolated(nonsending) func withRetry<Value>(
  _ policy: RetryPolicy = RetryPolicy(),
  clock: any Clock<Duration> = ContinuousClock(),
  _ work: nonisolated(nonsending) (_ attempt: Int) async throws -> Value
) async throws -> Value {
  var attempt = 1
  while true {
    let pause: Duration
    do {
      return try await settle(work(attempt))
    } catch {
      guard policy.allowsRetry(after: attempt, error: error) else { throw error }
      pause = policy.pause(after: attempt, error: error)
    }
    try await withCancellationScope {
      try await Future<Void, any Error>.after(pause, clock: clock).value
    }
    attempt += 1
  }
}

/// Starts work until it succeeds, or until the policy gives up.
///
/// An attempt lasts until the future that `work` returns has settled. Otherwise the same as the
/// other `withRetry`.
///
/// - Parameters:
///   - policy: How often, after which pause, and after which errors to try again.
///   - clock: The clock for the pauses.
///   - work: Starts an attempt; receives its number, counted from 1. It runs where the caller does.
/// - Returns: The value of the first attempt that succeeds.
/// - Throws: The error of the last attempt, or `CancellationError` from a pause.
public nonisolated(nonsending) func withRetry<Work: FutureProtocol>(
  _ policy: RetryPolicy = RetryPolicy(),
  clock: any Clock<Duration> = ContinuousClock(),
  _ work: nonisolated(nonsending) (_ attempt: Int) async throws -> Work
) async throws -> Work.Value {
  try await withRetry(policy, clock: clock) { attempt -> Work.Value in
    try await work(attempt)._future.eraseFailure().value
  }
}
