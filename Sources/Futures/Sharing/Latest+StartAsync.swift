extension Latest {
  /// Starts asynchronous work, and cancels the work that was started before.
  ///
  /// ```swift
  /// latest.start { try await client.page(at: url) }.onSuccess { page in
  ///   show(page)
  /// }
  /// ```
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: The work. Called at most once. It runs where it is written: on the actor of the
  ///     code that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future of what `body` returns or throws, which settles where `body` is written.
  ///   It is cancelled when other work is started. Cancelling it cancels the task.
  @discardableResult
  public func start(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) -> Future<Value, Failure> {
    begin(on: ExecutionContext(isolation: body.isolation), cancellation: token) { _ in
      Future(operation: body)
    }
  }

  /// Starts asynchronous work after a pause without another call, and cancels the work that was
  /// started before.
  ///
  /// ```swift
  /// latest.debounce(.milliseconds(300)) { try await client.page(at: url) }
  /// ```
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - pause: How long to wait for another call. Zero or less starts the work as soon as the
  ///     clock allows.
  ///   - clock: The clock to wait on.
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: The work. Called at most once. It runs where it is written: on the actor of the
  ///     code that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future of what `body` returns or throws, which settles where `body` is written.
  ///   It is cancelled when other work is started. Cancelling it cancels the task.
  @discardableResult
  public func debounce(
    _ pause: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) -> Future<Value, Failure> {
    begin(
      after: (pause, clock),
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token
    ) { _ in
      Future(operation: body)
    }
  }

  /// Starts work with an asynchronous closure, and cancels the work that was started before.
  ///
  /// The outcome is that of the future that `body` returns. Otherwise like the other `start` with
  /// an asynchronous closure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work. Called at most once. Runs where it is written.
  /// - Returns: A future with the outcome of the work, which settles where `body` is written. It is
  ///   cancelled when other work is started. Cancelling it cancels the work.
  @discardableResult
  public func start<Work: FutureProtocol<Value, Failure>>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) -> Future<Value, Failure> {
    begin(on: ExecutionContext(isolation: body.isolation), cancellation: token) { _ in
      .started(by: body)
    }
  }

  /// Starts work with an asynchronous closure after a pause without another call, and cancels the
  /// work that was started before.
  ///
  /// The outcome is that of the future that `body` returns. Otherwise like the other `debounce`
  /// with an asynchronous closure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - pause: How long to wait for another call. Zero or less starts the work as soon as the
  ///     clock allows.
  ///   - clock: The clock to wait on.
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work. Called at most once. Runs where it is written.
  /// - Returns: A future with the outcome of the work, which settles where `body` is written. It is
  ///   cancelled when other work is started. Cancelling it cancels the work.
  @discardableResult
  public func debounce<Work: FutureProtocol<Value, Failure>>(
    _ pause: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) -> Future<Value, Failure> {
    begin(
      after: (pause, clock),
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token
    ) { _ in
      .started(by: body)
    }
  }
}
