// Time limits for work that a closure starts. Unlike those for a future that exists, they stop the
// work.

extension Future {
  /// Starts work, and fails and stops the work if it does not settle in time.
  ///
  /// ```swift
  /// let page = Future.timeout(.seconds(5), orFail: LoadError.late) {
  ///   download(url)
  /// }
  /// ```
  ///
  /// ![After three seconds the result fails, and the download is cancelled.](timeoutOfWork)
  ///
  /// The work has its own scope, which is cancelled when the result settles. So the timeout stops
  /// everything that the closure has started, and does not only end the wait; work that was started
  /// elsewhere continues. The timer is removed when the work settles first.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
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
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Future
  ) -> Future {
    timeout(
      limit,
      clock: clock,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      orFail: error(),
      withoutIsolation(body)
    )
  }

  /// Starts work on a context of your choice, and fails and stops the work if it does not settle in
  /// time.
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    _ body: @escaping @Sendable () -> Future
  ) -> Future {
    Contest.hold(on: context, cancellation: token) { contest, result in
      let timer = startTimer(after: limit, clock: clock) {
        result.finish(failing: error(), as: Failure.self)
      }
      if let timer { result.whenSettled { timer.cancel() } }
      contest.start(0, for: result, on: context, body)
    }
  }
}

// Closures that throw have separate overloads: where nothing else determines the error type, the
// compiler infers it from what the closure throws, which is `Never` if it does not throw, so that
// `Future.timeout(limit, orFail: LoadError.late) { load() }` would not compile with this overload
// alone.
extension Future {
  /// Starts work with a closure that may throw, and fails and stops the work if it does not settle
  /// in time.
  ///
  /// An error that `body` throws fails the result. Otherwise like the other `timeout` with a
  /// closure.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call. Zero or less times out as soon
  ///     as the clock allows.
  ///   - clock: The clock to wait on. A timeout settles the result on the thread the clock calls
  ///     back on.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - error: The error after a timeout; evaluated only then.
  ///   - body: Starts the work, or throws. Runs where it is written.
  /// - Returns: A future with the outcome of the work, or with `error`.
  @_disfavoredOverload
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () throws(Failure) -> Future
  ) -> Future {
    timeout(
      limit,
      clock: clock,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      orFail: error(),
      withoutIsolation(body)
    )
  }

  /// Starts work on a context of your choice with a closure that may throw, and fails and stops the
  /// work if it does not settle in time.
  @_disfavoredOverload
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    _ body: @escaping @Sendable () throws(Failure) -> Future
  ) -> Future {
    timeout(limit, clock: clock, on: context, cancellation: token, orFail: error()) {
      Future(catching: body)
    }
  }
}

extension Future where Failure == any Error {
  /// Starts work, and fails with ``TimeoutError`` and stops the work if it does not settle in time.
  ///
  /// ```swift
  /// let page = Future.retry { _ in
  ///   Future.timeout(.seconds(5)) { download(url) }
  /// }
  /// ```
  ///
  /// The work has its own scope, which is cancelled when the result settles. So the timeout stops
  /// everything that the closure has started, and does not only end the wait; work that was started
  /// elsewhere continues. The timer is removed when the work settles first.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call. Zero or less times out as soon
  ///     as the clock allows.
  ///   - clock: The clock to wait on. A timeout settles the result on the thread the clock calls
  ///     back on.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - body: Starts the work. An error that it throws fails the result. Runs where it is written.
  /// - Returns: A future with the outcome of the work, or with ``TimeoutError``.
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () throws -> Future
  ) -> Future {
    timeout(
      limit,
      clock: clock,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(body)
    )
  }

  /// Starts work on a context of your choice, and fails with ``TimeoutError`` and stops the work if
  /// it does not settle in time.
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable () throws -> Future
  ) -> Future {
    timeout(
      limit,
      clock: clock,
      on: context,
      cancellation: token,
      orFail: TimeoutError(limit: limit)
    ) { Future(catching: body) }
  }
}
