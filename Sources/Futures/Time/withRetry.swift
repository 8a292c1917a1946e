/// Tries asynchronous work until it succeeds, or until the policy gives up.
///
/// ```swift
/// let policy = RetryPolicy(attempts: 4, backoff: .constant(.seconds(1)))
/// let page = try await withRetry(policy) {
///   try await client.page(url)
/// }
/// ```
///
/// ![Two attempts fail, the third succeeds, with longer and longer pauses.](retry)
///
/// Attempts run one after another, in the calling task. Each has a scope of its own: futures that
/// it has started are cancelled when it ends, and with the task. Cancellation is final: an attempt
/// that fails with it is the last, and cancelling the task, or the current scope, ends a pause. A
/// task that is already cancelled has one attempt. An attempt after which the pause would outlast
/// ``Deadline/current`` is the last, too, and so is one after which its ``RetryBudget`` is used up.
///
/// ``RetryPolicy/currentAttempt`` is the number of the attempt that runs.
///
/// - Parameters:
///   - policy: How often, after which pause, and after which errors to try again.
///   - clock: The clock for the pauses.
///   - work: An attempt. It runs where the caller does.
/// - Returns: What the first successful attempt returns.
/// - Throws: What the last attempt throws, or `CancellationError` from a pause.
public nonisolated(nonsending) func withRetry<Value>(
  _ policy: RetryPolicy = RetryPolicy(),
  clock: any Clock<Duration> = ContinuousClock(),
  _ work: nonisolated(nonsending) () async throws -> Value
) async throws -> Value {
  policy.begin()
  var attempt = 1
  while true {
    let pause: Duration
    do {
      return try await RetryPolicy.inAttempt(attempt, countedBy: policy.budget) {
        try await withCancellationScope { try await settle(work()) }
      }
    } catch {
      guard policy.allowsRetry(after: attempt, error: error) else { throw error }
      pause = policy.pause(after: attempt, error: error)
      // The next attempt would begin too late.
      if pause > .zero, let deadline = Deadline.current, deadline.remaining <= pause { throw error }
      guard policy.takeRetry() else { throw error }
    }
    if pause > .zero {
      try await withCancellationScope {
        try await Future<Void, any Error>.after(pause, clock: clock).value
      }
    } else if Task.isCancelled || CancellationToken.current.isCancelled {
      throw CancellationError()
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
///   - work: Starts an attempt. It runs where the caller does.
/// - Returns: The value of the first attempt that succeeds.
/// - Throws: The error of the last attempt, or `CancellationError` from a pause.
public nonisolated(nonsending) func withRetry<Work: FutureProtocol>(
  _ policy: RetryPolicy = RetryPolicy(),
  clock: any Clock<Duration> = ContinuousClock(),
  _ work: nonisolated(nonsending) () async throws -> Work
) async throws -> Work.Value {
  try await withRetry(policy, clock: clock) { () async throws -> Work.Value in
    try await work()._future.erasedValue
  }
}

extension RetryPolicy {
  @TaskLocal private static var attempt = 1

  /// The number of the attempt that runs, counted from 1.
  ///
  /// The closures of ``withRetry(_:clock:_:)->Value``, of
  /// ``withHedge(after:attempts:budget:clock:_:)``, of ``Future/retry(_:clock:cancellation:_:)``,
  /// and of steps that are tried again read it to do something else the second time. Where they are
  /// nested, it is that of the innermost. It is 1 outside of them.
  ///
  /// ```swift
  /// try await withRetry {
  ///   log("attempt \(RetryPolicy.currentAttempt)")
  ///   try await upload(url)
  /// }
  /// ```
  public static var currentAttempt: Int { attempt }

  @usableFromInline
  static func inAttempt<Value>(
    _ number: Int,
    countedBy budget: RetryBudget?,
    _ body: () -> Value
  ) -> Value {
    RetryBudget.counting(with: budget) {
      attempt == number ? body() : $attempt.withValue(number, operation: body)
    }
  }

  package nonisolated(nonsending) static func inAttempt<Value>(
    _ number: Int,
    countedBy budget: RetryBudget?,
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    try await RetryBudget.counting(with: budget) {
      // A first attempt, which is most of them, needs no binding.
      if attempt == number { return try await body() }
      return try await $attempt.withValue(number) { try await body() }
    }
  }
}
