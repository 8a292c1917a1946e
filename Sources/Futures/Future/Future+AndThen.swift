extension Future {
  /// Calls a closure with the outcome, and settles with the same outcome after it ran.
  ///
  /// A chain of these runs its closures strictly one after another, whatever their contexts:
  ///
  /// ```swift
  /// Future<Int, Never>(value: 4)
  ///   .andThen(on: .queue(log)) { _ in store("first") }
  ///   .andThen(on: .main) { _ in store("second") }
  /// ```
  ///
  /// The closure counts as somebody who looks at a failure. Semantics from BrightFutures' `andThen`.
  ///
  /// - Parameters:
  ///   - context: Where `effect` runs; inline if you do not say.
  ///   - token: Once cancelled, `effect` is released without running and the new future is cancelled.
  ///   - effect: Called at most once, and released then.
  /// - Returns: A future with the same outcome.
  @inlinable
  @discardableResult
  public func andThen(
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .none,
    _ effect: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) -> Future {
    derive(on: context, token) { source, derived in
      guard let result = Future(cell: source).result else {
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
