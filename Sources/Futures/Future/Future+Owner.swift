// Closures that belong to an object, such as a view model, and do not run without it.

extension Future {
  /// Calls a closure with the outcome for as long as its owner exists.
  ///
  /// ```swift
  /// forecast.onComplete(for: self) { model, _ in model.isLoading = false }
  /// ```
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
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
    return on(context).onComplete(cancellation: token) { [weak owner] result in
      if let owner { call(owner, result) }
    }
  }

  /// Calls a closure with the value if the future succeeds while the owner of the closure exists.
  ///
  /// ```swift
  /// forecast.onSuccess(for: self) { model, forecast in
  ///   model.title = forecast.summary
  /// }
  /// ```
  ///
  /// This does not count as observing a failure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
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
    return on(context).onSuccess(cancellation: token) { [weak owner] value in
      if let owner { call(owner, value) }
    }
  }

  /// Calls a closure with the error if the future fails while the owner of the closure exists.
  ///
  /// Cancellation does not count as a failure here; use ``onComplete(for:cancellation:_:)`` for it.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
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
    return on(context).onFailure(cancellation: token) { [weak owner] error in
      if let owner { call(owner, error) }
    }
  }
}
