extension Future {
  /// Calls a closure with the outcome.
  ///
  /// Closures that are registered before the future settles are submitted to their contexts in the
  /// order of registration; a closure that is registered later is submitted at once.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and released then. It may register further closures on this
  ///     future. Runs where it is written.
  /// - Returns: This same future.
  @inlinable
  @discardableResult
  public func onComplete(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ observer:
      @escaping @Sendable @isolated(any) (Result<Value, Failure>) -> Void
  ) -> Future {
    let observer = IsolatedObserver(observer)
    let context = ExecutionContext(isolation: observer.isolation)
    return observe(on: context, token, observer, Future.observing)
  }

  /// Calls a closure with the value if the future succeeds.
  ///
  /// This does not count as observing a failure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and released then. Runs where it is written.
  /// - Returns: This same future.
  @inlinable
  @discardableResult
  public func onSuccess(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ observer: @escaping @Sendable @isolated(any) (Value) -> Void
  ) -> Future {
    let observer = IsolatedObserver(observer)
    let context = ExecutionContext(isolation: observer.isolation)
    return observe(on: context, token, ignoresFailure: true, observer, Future.observingValue)
  }

  /// Calls a closure with the error if the future fails.
  ///
  /// Cancellation does not count as a failure here, so a closure that shows errors need not check
  /// for it. Use ``onSettled(cancellation:_:)`` to clean up after any outcome, and
  /// ``onComplete(cancellation:_:)`` for all errors.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and released then. Runs where it is written.
  /// - Returns: This same future.
  @inlinable
  @discardableResult
  public func onFailure(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ observer: @escaping @Sendable @isolated(any) (Failure) -> Void
  ) -> Future {
    let observer = IsolatedObserver(observer)
    let context = ExecutionContext(isolation: observer.isolation)
    return observe(on: context, token, observer, Future.observingError)
  }
}

// MARK: - Steps

extension Future {
  /// Registers an observer, whose closure the step takes from its waiter.
  @inlinable
  @inline(__always)
  func observe<Shape>(
    on context: ExecutionContext,
    _ token: CancellationToken,
    ignoresFailure: Bool = false,
    _ closure: consuming Shape,
    _ step: consuming @escaping Step
  ) -> Future {
    cell.observe(
      on: context,
      cancellation: token,
      ignoresFailure: ignoresFailure,
      closure: ErasedClosure(closure),
      plainObserver: step
    )
    return self
  }

  /// Calls the closure of the waiter with the outcome.
  @inlinable static var observing: Step {
    { source, waiter in
      let observer = waiter.takeClosure(as: Observer<Result<Value, Failure>>.self).call
      if let result = Future(cell: source).currentResult { observer(result) }
      return .none
    }
  }

  /// Calls the closure of the waiter with the value.
  @inlinable static var observingValue: Step {
    { source, waiter in
      let observer = waiter.takeClosure(as: Observer<Value>.self).call
      if source.isSuccess { observer(source.load(as: Value.self)) }
      return .none
    }
  }

  /// Calls the closure of the waiter with the error, unless that represents cancellation.
  @inlinable static var observingError: Step {
    { source, waiter in
      let observer = waiter.takeClosure(as: Observer<Failure>.self).call
      if case .failure(let error) = Future(cell: source).currentResult,
        !source.isCancelled(as: Failure.self)
      {
        observer(error)
      }
      return .none
    }
  }
}
