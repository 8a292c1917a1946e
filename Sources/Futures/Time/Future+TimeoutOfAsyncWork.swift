extension Future where Failure == any Error {
  /// Starts asynchronous work, and fails with ``TimeoutError`` if it does not return in time.
  ///
  /// ```swift
  /// let page = Future.timeout(.seconds(5)) { try await client.page(at: url) }
  /// ```
  ///
  /// The time-out cancels the task of the work, and the future fails at once, whether the work
  /// heeds its cancellation or not. For code without futures there is
  /// ``withTimeout(_:clock:_:)-8lgyx``.
  ///
  /// The task has the task-local values of the code that calls this method; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call. Zero or less times out as soon
  ///     as the clock allows.
  ///   - clock: The clock to wait on. A time-out settles the result on the thread the clock calls
  ///     back on.
  ///   - token: Once cancelled, the task and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - body: The work. It runs where it is written: on the actor of the code that passes it, or
  ///     on the global executor if that code is nonisolated.
  /// - Returns: A future of what `body` returns or throws, or with ``TimeoutError``.
  @_disfavoredOverload
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Future {
    timeout(limit, clock: clock, on: .inline, cancellation: token) { Future(operation: body) }
  }

  /// Starts work with an asynchronous closure, and fails with ``TimeoutError`` if it does not
  /// settle in time.
  ///
  /// The outcome is that of the future that `body` returns. The work has a scope of its own, which
  /// is cancelled when the result settles. Otherwise like the other `timeout` with an asynchronous
  /// closure.
  ///
  /// The task has the task-local values of the code that calls this method, whenever it starts; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call. Zero or less times out as soon
  ///     as the clock allows.
  ///   - clock: The clock to wait on. A time-out settles the result on the thread the clock calls
  ///     back on.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - body: Starts the work, or throws. Runs where it is written.
  /// - Returns: A future with the outcome of the work, or with ``TimeoutError``.
  public static func timeout<Work: FutureProtocol>(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async throws -> Work
  ) -> Future where Work.Value == Value {
    timeout(limit, clock: clock, on: .inline, cancellation: token) { .following(erasing: body) }
  }
}

extension Future where Value == Void, Failure == any Error {
  /// Starts work whose value does not matter, and fails with ``TimeoutError`` if it does not settle
  /// in time.
  ///
  /// Otherwise the same as `timeout` with a closure that returns a future without a value.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call.
  ///   - clock: The clock to wait on.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - body: Starts the work, or throws. Runs where it is written.
  /// - Returns: A future that succeeds with the work, or fails with ``TimeoutError``.
  @_disfavoredOverload
  public static func timeout<Work: FutureProtocol>(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async throws -> Work
  ) -> Future {
    Future<Work.Value, any Error>
      .timeout(limit, clock: clock, on: .inline, cancellation: token) { .following(erasing: body) }
      .asVoid()
  }
}
