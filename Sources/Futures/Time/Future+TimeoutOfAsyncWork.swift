extension Future {
  /// Starts asynchronous work, and fails with an error of your choice if it does not return in
  /// time.
  ///
  /// ```swift
  /// let page = Future.timeout(.seconds(5), orFail: LoadError.late) {
  ///   await pages.newest()
  /// }
  /// ```
  ///
  /// Otherwise like `timeout` with an asynchronous closure and without an error.
  ///
  /// The task has the task-local values of the code that calls this method; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call. Zero or less times out as soon
  ///     as the clock allows.
  ///   - clock: The clock to wait on. A timeout settles the result on the thread the clock calls
  ///     back on.
  ///   - token: Once cancelled, the task and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - error: The error after a timeout; evaluated only then.
  ///   - body: The work. It runs where it is written: on the actor of the code that passes it, or
  ///     on the global executor if that code is nonisolated.
  /// - Returns: A future of what `body` returns, or with `error`.
  @inlinable
  @_disfavoredOverload
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async -> Value
  ) -> Future {
    timeoutInTask(limit, clock: clock, cancellation: token, orFail: error) {
      () async throws(Failure) in
      await body()
    }
  }

  /// Starts asynchronous work that may throw, and fails with an error of your choice if it does not
  /// return in time.
  ///
  /// ```swift
  /// let page = Future.timeout(.seconds(5), orFail: LoadError.late) {
  ///   () async throws(LoadError) in try await pages.page(at: url)
  /// }
  /// ```
  ///
  /// The future has the error type that `body` spells. Otherwise like the other `timeout` with an
  /// asynchronous closure.
  ///
  /// The task has the task-local values of the code that calls this method; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call. Zero or less times out as soon
  ///     as the clock allows.
  ///   - clock: The clock to wait on. A timeout settles the result on the thread the clock calls
  ///     back on.
  ///   - token: Once cancelled, the task and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - error: The error after a timeout; evaluated only then.
  ///   - body: The work. It runs where it is written: on the actor of the code that passes it, or
  ///     on the global executor if that code is nonisolated. Optional only for overload resolution;
  ///     passing `nil` is a programming error.
  /// - Returns: A future of what `body` returns or throws, or with `error`.
  @inlinable
  @_disfavoredOverload
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext _ body: (@Sendable @isolated(any) () async throws(Failure) -> Value)?
  ) -> Future {
    // Optional only for overload resolution: the compiler prefers the overload whose closure throws
    // nothing.
    guard let body else { preconditionFailure("Pass a closure that does the work.") }
    return timeoutInTask(limit, clock: clock, cancellation: token, orFail: error, body)
  }

  /// Starts work with an asynchronous closure, and fails with an error of your choice if it does
  /// not settle in time.
  ///
  /// The outcome is that of the future that `body` returns. The work has its own scope, which is
  /// cancelled when the result settles. Otherwise like the other `timeout` with an asynchronous
  /// closure.
  ///
  /// The task has the task-local values of the code that calls this method, whenever it starts; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call. Zero or less times out as soon
  ///     as the clock allows.
  ///   - clock: The clock to wait on. A timeout settles the result on the thread the clock calls
  ///     back on.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - error: The error after a timeout; evaluated only then.
  ///   - body: Starts the work. Runs where it is written.
  /// - Returns: A future with the outcome of the work, or with `error`.
  public static func timeout<Work: FutureProtocol<Value, Failure>>(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async -> Work
  ) -> Future {
    timeout(limit, clock: clock, on: .inline, cancellation: token, orFail: error()) {
      .following { () async throws(Failure) in await body() }
    }
  }

  /// Starts work with an asynchronous closure that may throw, and fails with an error of your
  /// choice if it does not settle in time.
  ///
  /// An error that `body` throws fails the result. Otherwise like the other `timeout` with an
  /// asynchronous closure that returns a future.
  ///
  /// The task has the task-local values of the code that calls this method, whenever it starts; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call. Zero or less times out as soon
  ///     as the clock allows.
  ///   - clock: The clock to wait on. A timeout settles the result on the thread the clock calls
  ///     back on.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - error: The error after a timeout; evaluated only then.
  ///   - body: Starts the work, or throws. Runs where it is written. Optional only for overload
  ///     resolution; passing `nil` is a programming error.
  /// - Returns: A future with the outcome of the work, or with `error`.
  public static func timeout<Work: FutureProtocol<Value, Failure>>(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext _ body: (@Sendable @isolated(any) () async throws(Failure) -> Work)?
  ) -> Future {
    // Optional only for overload resolution: the compiler prefers the overload whose closure throws
    // nothing.
    guard let body else { preconditionFailure("Pass a closure that does the work.") }
    return timeout(limit, clock: clock, on: .inline, cancellation: token, orFail: error()) {
      .following(body)
    }
  }
}

extension Future {
  /// Returns a future of work in a task, which fails, and cancels the task, if it does not return
  /// in time.
  @inlinable
  static func timeoutInTask(
    _ limit: Duration,
    clock: any Clock<Duration>,
    cancellation token: CancellationToken,
    orFail error: @escaping @Sendable () -> Failure,
    _ body: @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) -> Future {
    let result = PromiseCell()
    let heeded = token.heeded(by: Failure.self)
    if result.isCancelled(before: heeded, as: Failure.self) { return Future(cell: result) }
    start(body, for: result, cancellation: token)
      .end(after: limit, clock) { result.finish(failing: error(), as: Failure.self) }
    return Future(cell: result)
  }
}

extension CancellationCore {
  /// Calls a closure after a time, unless the scope is cancelled by then.
  @usableFromInline
  func end(
    after limit: Duration,
    _ clock: any Clock<Duration>,
    _ late: @escaping @Sendable () -> Void
  ) {
    if let timer = startTimer(after: limit, clock: clock, late) { hold(timer) }
  }
}

extension Future where Failure == any Error {
  /// Starts asynchronous work, and fails with ``TimeoutError`` if it does not return in time.
  ///
  /// ```swift
  /// let page = Future.timeout(.seconds(5)) {
  ///   try await client.page(at: url)
  /// }
  /// ```
  ///
  /// The timeout cancels the task of the work, and the future fails at once, whether or not the
  /// work responds to its cancellation. For code without futures, use
  /// ``withTimeout(_:clock:_:)-8lgyx``.
  ///
  /// The task has the task-local values of the code that calls this method; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call. Zero or less times out as soon
  ///     as the clock allows.
  ///   - clock: The clock to wait on. A timeout settles the result on the thread the clock calls
  ///     back on.
  ///   - token: Once cancelled, the task and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - body: The work. It runs where it is written: on the actor of the code that passes it, or
  ///     on the global executor if that code is nonisolated.
  /// - Returns: A future of what `body` returns or throws, or with ``TimeoutError``.
  @inlinable
  @_disfavoredOverload
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Future {
    timeoutInTask(
      limit,
      clock: clock,
      cancellation: token,
      orFail: { TimeoutError(limit: limit) },
      body
    )
  }

  /// Starts work with an asynchronous closure, and fails with ``TimeoutError`` if it does not
  /// settle in time.
  ///
  /// The outcome is that of the future that `body` returns. The work has its own scope, which is
  /// cancelled when the result settles. Otherwise like the other `timeout` with an asynchronous
  /// closure.
  ///
  /// The task has the task-local values of the code that calls this method, whenever it starts; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call. Zero or less times out as soon
  ///     as the clock allows.
  ///   - clock: The clock to wait on. A timeout settles the result on the thread the clock calls
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

extension Future where Value == Void {
  /// Starts work whose value does not matter, and fails with an error of your choice if it does not
  /// settle in time.
  ///
  /// Otherwise the same as `timeout` with a closure that returns a future without a value.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call.
  ///   - clock: The clock to wait on.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - error: The error after a timeout; evaluated only then.
  ///   - body: Starts the work. Runs where it is written.
  /// - Returns: A future that succeeds with the work, or fails with `error`.
  @_disfavoredOverload
  public static func timeout<Work: FutureProtocol>(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async -> Work
  ) -> Future where Work.Failure == Failure {
    Future<Work.Value, Failure>
      .timeout(limit, clock: clock, on: .inline, cancellation: token, orFail: error()) {
        .following { () async throws(Failure) in await body() }
      }
      .asVoid()
  }

  /// Starts work whose value does not matter with a closure that may throw, and fails with an error
  /// of your choice if it does not settle in time.
  ///
  /// Otherwise the same as `timeout` with a closure that returns a future without a value.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call.
  ///   - clock: The clock to wait on.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - error: The error after a timeout; evaluated only then.
  ///   - body: Starts the work, or throws. Runs where it is written. Optional only for overload
  ///     resolution; passing `nil` is a programming error.
  /// - Returns: A future that succeeds with the work, or fails with `error`.
  @_disfavoredOverload
  public static func timeout<Work: FutureProtocol>(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext _ body: (@Sendable @isolated(any) () async throws(Failure) -> Work)?
  ) -> Future where Work.Failure == Failure {
    // Optional only for overload resolution: the compiler prefers the overload whose closure throws
    // nothing.
    guard let body else { preconditionFailure("Pass a closure that does the work.") }
    return Future<Work.Value, Failure>
      .timeout(limit, clock: clock, on: .inline, cancellation: token, orFail: error()) {
        .following(body)
      }
      .asVoid()
  }
}
