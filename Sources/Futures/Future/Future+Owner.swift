// Closures that belong to an object, such as a view model, and do not run without it.

extension Future {
  /// Calls a closure with the outcome for as long as its owner exists.
  ///
  /// ```swift
  /// forecast.onComplete(for: self) { model, _ in model.isLoading = false }
  /// ```
  ///
  /// `observer` has the task-local values of the code that completes this future, and none after a
  /// hop to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure belongs to. The future holds it weakly and passes it to
  ///     the closure, which need not capture it.
  ///   - token: When it is cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and not at all if the owner has been released by then. Runs
  ///     where it is written. Released when the future settles, even if the owner is gone before.
  /// - Returns: This same future.
  @discardableResult
  public func onComplete<Owner: AnyObject & Sendable>(
    for owner: Owner,
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ observer:
      @escaping @Sendable @isolated(any) (_ owner: Owner, _ result: Result<Value, Failure>) -> Void
  ) -> Future {
    let call = withoutIsolation(observer)
    let context = ExecutionContext(isolation: observer.isolation)
    return onComplete(on: context, cancellation: token) { [weak owner] result in
      if let owner { call(owner, result) }
    }
  }

  /// Calls a closure with the value if the future succeeds while the owner of the closure exists.
  ///
  /// ```swift
  /// forecast.onSuccess(for: self) { model, forecast in model.title = forecast.summary }
  /// ```
  ///
  /// This does not count as observing a failure.
  ///
  /// `observer` has the task-local values of the code that completes this future, and none after a
  /// hop to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure belongs to. The future holds it weakly and passes it to
  ///     the closure, which need not capture it.
  ///   - token: When it is cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and not at all if the owner has been released by then. Runs
  ///     where it is written. Released when the future settles, even if the owner is gone before.
  /// - Returns: This same future.
  @discardableResult
  public func onSuccess<Owner: AnyObject & Sendable>(
    for owner: Owner,
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ observer:
      @escaping @Sendable @isolated(any) (_ owner: Owner, _ value: Value) -> Void
  ) -> Future {
    let call = withoutIsolation(observer)
    let context = ExecutionContext(isolation: observer.isolation)
    return onSuccess(on: context, cancellation: token) { [weak owner] value in
      if let owner { call(owner, value) }
    }
  }

  /// Calls a closure with the error if the future fails while the owner of the closure exists.
  ///
  /// Cancellation is no failure here; use ``onCancel(for:cancellation:_:)`` for it.
  ///
  /// `observer` has the task-local values of the code that completes this future, and none after a
  /// hop to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure belongs to. The future holds it weakly and passes it to
  ///     the closure, which need not capture it.
  ///   - token: When it is cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and not at all if the owner has been released by then. Runs
  ///     where it is written. Released when the future settles, even if the owner is gone before.
  /// - Returns: This same future.
  @discardableResult
  public func onFailure<Owner: AnyObject & Sendable>(
    for owner: Owner,
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ observer:
      @escaping @Sendable @isolated(any) (_ owner: Owner, _ error: Failure) -> Void
  ) -> Future {
    let call = withoutIsolation(observer)
    let context = ExecutionContext(isolation: observer.isolation)
    return onFailure(on: context, cancellation: token) { [weak owner] error in
      if let owner { call(owner, error) }
    }
  }

  /// Calls a closure if the future is cancelled while the owner of the closure exists.
  ///
  /// This does not count as observing a failure.
  ///
  /// `observer` has the task-local values of the code that completes this future, and none after a
  /// hop to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure belongs to. The future holds it weakly and passes it to
  ///     the closure, which need not capture it.
  ///   - token: When it is cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and not at all if the owner has been released by then. Runs
  ///     where it is written.
  /// - Returns: This same future.
  @discardableResult
  public func onCancel<Owner: AnyObject & Sendable>(
    for owner: Owner,
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ observer: @escaping @Sendable @isolated(any) (_ owner: Owner) -> Void
  ) -> Future {
    let call = withoutIsolation(observer)
    let context = ExecutionContext(isolation: observer.isolation)
    return onCancel(on: context, cancellation: token) { [weak owner] in
      if let owner { call(owner) }
    }
  }
}

// MARK: - Transforms

extension Future {
  /// Transforms the value for as long as the owner of the closure exists.
  ///
  /// If the owner has been released when the future succeeds, the returned future is cancelled. An
  /// error type that cannot hold cancellation is left without an outcome. If this future fails, the
  /// returned future fails with the same error.
  ///
  /// `transform` has the task-local values of the code that completes this future, and none after a
  /// hop to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure belongs to. The future holds it weakly and passes it to
  ///     the closure, which need not capture it.
  ///   - token: When it is cancelled, `transform` is released without running and the returned
  ///     future is cancelled.
  ///   - transform: Returns the new value. Called at most once. Runs where it is written.
  /// - Returns: A future of the new value.
  public func map<Owner: AnyObject & Sendable, Output>(
    for owner: Owner,
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ transform:
      @escaping @Sendable @isolated(any) (_ owner: Owner, _ value: Value) -> Output
  ) -> Future<Output, Failure> {
    let call = withoutIsolation(transform)
    let context = ExecutionContext(isolation: transform.isolation)
    return derive(on: context, token) { [weak owner] source, derived in
      guard source.isSuccess else { return derived.pass(failureOf: source, as: Failure.self) }
      guard let owner else { return derived.abandon(as: Failure.self, reason: .cancellation) }
      return derived.succeed(call(owner, source.load(as: Value.self))).orNone
    }
  }

  /// Transforms the value with a closure that may throw, for as long as the owner of the closure
  /// exists.
  ///
  /// What `transform` throws fails the returned future. Otherwise the same as the other
  /// `map(for:)`.
  ///
  /// `transform` has the task-local values of the code that completes this future, and none after a
  /// hop to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure belongs to, held weakly.
  ///   - token: When it is cancelled, `transform` is released without running and the returned
  ///     future is cancelled.
  ///   - transform: Returns the new value, or throws. Called at most once. Runs where it is
  ///     written.
  /// - Returns: A future of the new value.
  @_disfavoredOverload
  public func map<Owner: AnyObject & Sendable, Output>(
    for owner: Owner,
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ transform:
      @escaping @Sendable @isolated(any) (_ owner: Owner, _ value: Value) throws -> Output
  ) -> Future<Output, any Error> {
    let call = withoutIsolation(transform)
    let context = ExecutionContext(isolation: transform.isolation)
    return map(on: context, cancellation: token) { [weak owner] value in
      guard let owner else { throw CancellationError() }
      return try call(owner, value)
    }
  }

  /// Starts further work with the value, and waits for it, for as long as the owner of the closure
  /// exists.
  ///
  /// If the owner has been released when the future succeeds, the returned future is cancelled. An
  /// error type that cannot hold cancellation is left without an outcome. If this future fails, the
  /// returned future fails with the same error.
  ///
  /// `next` has the task-local values of the code that completes this future, and none after a hop
  /// to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure belongs to. The future holds it weakly and passes it to
  ///     the closure, which need not capture it.
  ///   - token: When it is cancelled, `next` is released without running and the returned future is
  ///     cancelled.
  ///   - next: Starts the further work. Called at most once. Runs where it is written.
  /// - Returns: A future with the outcome of the further work.
  public func flatMap<Owner: AnyObject & Sendable, Output>(
    for owner: Owner,
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (_ owner: Owner, _ value: Value) -> Future<Output, Failure>
  ) -> Future<Output, Failure> {
    let call = withoutIsolation(next)
    let context = ExecutionContext(isolation: next.isolation)
    let scope = CancellationToken.current
    let step = WorkStep { [weak owner] source, derived in
      guard source.isSuccess else { return derived.pass(failureOf: source, as: Failure.self) }
      guard let owner else { return derived.abandon(as: Failure.self, reason: .cancellation) }
      let work = scope.asCurrent { call(owner, source.load(as: Value.self)) }
      return derived.takeOver(work.cell, as: Failure.self)
    }
    return derive(on: context, token, step)
  }

  /// Starts further work with a closure that may throw, for as long as the owner of the closure
  /// exists.
  ///
  /// What `next` throws fails the returned future. Otherwise the same as the other `flatMap(for:)`.
  ///
  /// `next` has the task-local values of the code that completes this future, and none after a hop
  /// to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure belongs to, held weakly.
  ///   - token: When it is cancelled, `next` is released without running and the returned future is
  ///     cancelled.
  ///   - next: Starts the further work, or throws. Called at most once. Runs where it is written.
  /// - Returns: A future with the outcome of the further work.
  @_disfavoredOverload
  public func flatMap<Owner: AnyObject & Sendable, Output, OtherFailure: Error>(
    for owner: Owner,
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (_ owner: Owner, _ value: Value) throws
      -> Future<Output, OtherFailure>
  ) -> Future<Output, any Error> {
    let call = withoutIsolation(next)
    let context = ExecutionContext(isolation: next.isolation)
    return flatMap(on: context, cancellation: token) {
      [weak owner] value throws -> Future<Output, OtherFailure> in
      guard let owner else { throw CancellationError() }
      return try call(owner, value)
    }
  }
}
