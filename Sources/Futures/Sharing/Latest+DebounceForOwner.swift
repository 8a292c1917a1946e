extension Latest {
  /// Starts work after a pause, unless other work supersedes it or the owner of the closure is
  /// released in the meantime.
  ///
  /// ```swift
  /// latest.debounce(.milliseconds(300), for: self) { model in
  ///   model.client.search(text)
  /// }
  /// .onSuccess(for: self) { model, items in model.items = items }
  /// ```
  ///
  /// A pause does not keep the owner alive: once the owner is released, no work starts, and the
  /// returned future is cancelled. Otherwise like the other `debounce`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - pause: How long to wait. Zero or less still uses the clock.
  ///   - owner: The object that the closure belongs to. It is held weakly during the pause and
  ///     passed to the closure, which need not capture it.
  ///   - clock: The clock to wait on.
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work; an error that it throws fails the returned future. Called at most
  ///     once, and released then or when the work is superseded. Runs where it is written.
  /// - Returns: A future with the outcome of the work, which settles where `body` runs. It is
  ///   cancelled when other work supersedes it. Cancelling it removes the timer, or cancels the
  ///   future that `body` returned.
  @discardableResult
  public func debounce<Owner: AnyObject & Sendable>(
    _ pause: Duration,
    for owner: Owner,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (_ owner: Owner) throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    let context = ExecutionContext(isolation: body.isolation)
    let call: @Sendable (Owner) throws(Failure) -> Future<Value, Failure> =
      withoutIsolation(throwing: body)
    return begin(after: (pause, clock), on: context, cancellation: token) { [weak owner] _ in
      guard let owner else { return Future(cell: .cancelled(as: Failure.self)) }
      return Future(catching: { () throws(Failure) in try call(owner) })
    }
  }

  /// Starts asynchronous work after a pause, unless other work supersedes it or the owner of the
  /// closure is released in the meantime.
  ///
  /// ```swift
  /// latest.debounce(.milliseconds(300), for: self) { model in
  ///   try await model.client.search(text).value
  /// }
  /// ```
  ///
  /// A pause does not keep the owner alive; the task does, until `body` returns. Otherwise like
  /// `debounce` with an owner and a closure that returns a future.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - pause: How long to wait. Zero or less still uses the clock.
  ///   - owner: The object that the closure belongs to. It is held weakly during the pause and
  ///     passed to the closure, which need not capture it.
  ///   - clock: The clock to wait on.
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: The work. Called at most once. It runs where it is written: on the actor of the
  ///     code that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future of what `body` returns or throws, which settles where `body` is written.
  ///   It is cancelled when other work supersedes it. Cancelling it removes the timer, or cancels
  ///   the task.
  @discardableResult
  public func debounce<Owner: AnyObject & Sendable>(
    _ pause: Duration,
    for owner: Owner,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (_ owner: Owner) async throws(Failure) -> Value
  ) -> Future<Value, Failure> {
    let context = ExecutionContext(isolation: body.isolation)
    return begin(after: (pause, clock), on: context, cancellation: token) { [weak owner] _ in
      guard let owner else { return Future(cell: .cancelled(as: Failure.self)) }
      return Future { () async throws(Failure) in try await body(owner) }
    }
  }

  /// Starts work with an asynchronous closure after a pause, unless other work supersedes it or the
  /// owner of the closure is released in the meantime.
  ///
  /// The outcome is that of the future that `body` returns. Otherwise like the other `debounce`
  /// with an owner and an asynchronous closure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - pause: How long to wait. Zero or less still uses the clock.
  ///   - owner: The object that the closure belongs to. It is held weakly during the pause and
  ///     passed to the closure, which need not capture it.
  ///   - clock: The clock to wait on.
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work. Called at most once. Runs where it is written.
  /// - Returns: A future with the outcome of the work, which settles where `body` is written. It is
  ///   cancelled when other work supersedes it. Cancelling it removes the timer, or cancels the
  ///   work.
  @discardableResult
  public func debounce<Owner: AnyObject & Sendable, Work: FutureProtocol<Value, Failure>>(
    _ pause: Duration,
    for owner: Owner,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (_ owner: Owner) async throws(Failure) -> Work
  ) -> Future<Value, Failure> {
    let context = ExecutionContext(isolation: body.isolation)
    return begin(after: (pause, clock), on: context, cancellation: token) { [weak owner] _ in
      guard let owner else { return Future(cell: .cancelled(as: Failure.self)) }
      return .started { () async throws(Failure) in try await body(owner) }
    }
  }
}
