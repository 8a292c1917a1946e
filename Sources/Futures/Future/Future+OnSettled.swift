extension Future {
  /// Calls a closure when the future has settled, with either outcome.
  ///
  /// The closure does not receive the outcome, so it does not count as an observer of a failure: a
  /// failure that nothing else observes is still reported to ``Diagnostics``. Use it to clean up,
  /// such as in a cache that removes an entry whose future has failed:
  ///
  /// ```swift
  /// image.onSettled { if image.currentValue == nil { cache.remove(name) } }
  /// ```
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and released then. Runs where it is written.
  /// - Returns: This same future.
  @discardableResult
  public func onSettled(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ observer: @escaping @Sendable @isolated(any) () -> Void
  ) -> Future {
    observeEnd(
      on: ExecutionContext(isolation: observer.isolation),
      token,
      withoutIsolation(observer)
    )
  }

  /// Calls a closure when the future has settled, with either outcome, if its owner still exists.
  ///
  /// ```swift
  /// forecast.onSettled(for: self) { model in model.isLoading = false }
  /// ```
  ///
  /// This does not count as observing a failure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure belongs to. The future holds it weakly and passes it to
  ///     the closure, which need not capture it.
  ///   - token: Once cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and not at all if the owner has been released by then. Runs
  ///     where it is written.
  /// - Returns: This same future.
  @discardableResult
  public func onSettled<Owner: AnyObject & Sendable>(
    for owner: Owner,
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ observer:
      @escaping @Sendable @isolated(any) (_ owner: Owner) -> Void
  ) -> Future {
    let call = withoutIsolation(observer)
    let context = ExecutionContext(isolation: observer.isolation)
    return observeEnd(on: context, token) { [weak owner] in
      if let owner { call(owner) }
    }
  }

  @discardableResult
  func observeEnd(
    on context: ExecutionContext,
    _ token: CancellationToken,
    _ observer: @escaping @Sendable () -> Void
  ) -> Future {
    cell.observe(on: context, cancellation: token, ignoresFailure: true) { source, _ in
      if !source.isAbandoned { observer() }
      return .none
    }
    return self
  }
}

extension Future {
  /// Calls a closure when the future settles, without observing a failure.
  ///
  /// For adapters in other modules that must clean up.
  package func whenSettled(_ body: @escaping @Sendable () -> Void) { cell.whenSettled(body) }

  /// Calls a closure with the outcome, or with `nil` if there will be none, without observing a
  /// failure.
  ///
  /// The closure is released without a call if the future is deallocated while it is pending.
  package func inspect(_ body: @escaping @Sendable (Result<Value, Failure>?) -> Void) {
    cell.observe(on: .inline, cancellation: .never, ignoresFailure: true) { source, _ in
      if source.isSuccess {
        body(.success(source.load(as: Value.self)))
      } else {
        body(source.isAbandoned ? nil : .failure(source.load(as: Failure.self)))
      }
      return .none
    }
  }
}
