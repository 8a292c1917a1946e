extension Future {
  /// Calls a closure with the outcome, and returns a future that settles with the same outcome
  /// afterwards.
  ///
  /// A chain of these runs its closures strictly one after another, regardless of their contexts:
  ///
  /// ```swift
  /// Future<Int, Never>(value: 4)
  ///   .andThen(on: .queue(log)) { _ in store("first") }
  ///   .andThen(on: .main) { _ in store("second") }
  /// ```
  ///
  /// The closure counts as an observer of a failure. Semantics from BrightFutures' `andThen`.
  ///
  /// `effect` has the task-local values of the code that completes this future, and none after a
  /// hop to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `effect` is released without running and the returned future is
  ///     cancelled.
  ///   - effect: Called at most once, and released then. Runs where it is written.
  /// - Returns: A future with the same outcome.
  @inlinable
  @discardableResult
  public func andThen(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ effect:
      @escaping @Sendable @isolated(any) (Result<Value, Failure>) -> Void
  ) -> Future {
    derive(token, IsolatedObserver(effect), Future.passingThrough)
  }

  /// Calls a closure with the outcome on a context of your choice, and returns a future that
  /// settles with the same outcome afterwards.
  @inlinable
  @discardableResult
  public func andThen(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ effect: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) -> Future {
    derive(on: context, token, Observer(effect), Future.passingThrough)
  }

  /// Calls the closure of the derived cell with the outcome, and takes over the outcome.
  @inlinable
  static var passingThrough: Step {
    { source, derived in
      let effect = derived.takeClosure(as: Observer<Result<Value, Failure>>.self).call
      guard let result = Future(cell: source).currentResult else {
        return derived.pass(failureOf: source, as: Failure.self)
      }
      effect(result)
      let waiters = derived.forward(from: source, failure: Failure.self)
      // As with an observer, the closure could see the error.
      derived.markObserved()
      return waiters
    }
  }
}
