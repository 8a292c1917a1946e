extension Future {
  /// Tries asynchronous work until it succeeds, or until the policy gives up.
  ///
  /// ```swift
  /// let page = Future.retry(RetryPolicy(attempts: 4)) { _ in
  ///   try await client.page(at: url)
  /// }
  /// ```
  ///
  /// One task makes all attempts, one after another; if the result is cancelled before the task
  /// begins, it makes none. Otherwise like `retry` with a closure that returns a future. For code
  /// without futures, use ``withRetry(_:clock:_:)-3vde7``.
  ///
  /// The task has the task-local values of the code that calls this method; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - token: Once cancelled, no further attempt starts, and the task and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - body: An attempt; receives its number, counted from 1. It runs where it is written: on the
  ///     actor of the code that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future with the first value, or with the error of the last attempt.
  @inlinable
  @_disfavoredOverload
  public static func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (_ attempt: Int) async throws(Failure) -> Value
  ) -> Future {
    retryInTask(policy, clock: clock, cancellation: token, body)
  }

  /// Tries work that an asynchronous closure starts until it succeeds, or until the policy gives
  /// up.
  ///
  /// The outcome of an attempt is that of the future that `body` returns. Otherwise like the other
  /// `retry` with an asynchronous closure.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - token: Once cancelled, no further attempt starts, and the current attempt and the result
  ///     are cancelled; by default, the token of the current scope.
  ///   - body: Starts an attempt; receives its number, counted from 1. Runs where it is written.
  /// - Returns: A future with the first value, or with the error of the last attempt.
  public static func retry<Work: FutureProtocol<Value, Failure>>(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (_ attempt: Int) async -> Work
  ) -> Future {
    retry(policy, clock: clock, on: .inline, cancellation: token) { attempt in
      .following { () async throws(Failure) in await body(attempt) }
    }
  }
}

extension Future where Failure == any Error {
  /// Tries work that an asynchronous closure starts, or throws, until it succeeds, or until the
  /// policy gives up.
  ///
  /// An error that `body` throws fails the attempt, whose future may have its own error type.
  /// Otherwise like the other `retry` with an asynchronous closure.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - token: Once cancelled, no further attempt starts, and the current attempt and the result
  ///     are cancelled; by default, the token of the current scope.
  ///   - body: Starts an attempt; receives its number, counted from 1. Runs where it is written.
  ///     Optional only for overload resolution; passing `nil` is a programming error.
  /// - Returns: A future with the first value, or with the error of the last attempt.
  public static func retry<Work: FutureProtocol>(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      (@Sendable @isolated(any) (_ attempt: Int) async throws -> Work)?
  ) -> Future where Work.Value == Value {
    // Optional only for overload resolution: the compiler prefers the overload whose closure throws
    // nothing.
    guard let body else { preconditionFailure("Pass a closure that starts an attempt.") }
    return retry(policy, clock: clock, on: .inline, cancellation: token) { attempt in
      .following(erasing: { try await body(attempt) })
    }
  }
}

extension Future where Value == Void, Failure == any Error {
  /// Starts work whose value does not matter until it succeeds, or until the policy gives up.
  ///
  /// Otherwise the same as `retry` with a closure that returns a future without a value.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - token: Once cancelled, the attempt that runs and the result are cancelled; by default, the
  ///     token of the current scope.
  ///   - body: Starts an attempt; receives its number, counted from 1. Runs where it is written.
  /// - Returns: A future that succeeds with the first attempt that does.
  @_disfavoredOverload
  public static func retry<Work: FutureProtocol>(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (_ attempt: Int) async throws -> Work
  ) -> Future {
    Future<Work.Value, any Error>
      .retry(policy, clock: clock, on: .inline, cancellation: token) { attempt in
        .following(erasing: { try await body(attempt) })
      }
      .asVoid()
  }
}
