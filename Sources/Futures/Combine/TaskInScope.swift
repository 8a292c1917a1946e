// Asynchronous work in its own task and scope, for a result that the work, or something else,
// settles. When the result settles, for any reason, the scope is cancelled, together with its task
// and everything that the task has started. The result holds the scope until it settles, and the
// task holds both while it runs. Code that depends on the types is compiled in the module of the
// client, so that nothing is looked up at run time.

extension CancellationCore {
  /// Ends this scope with a result, and ties the result to a token.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - token: The token.
  ///   - failure: The error type of the result; `nil` to cancel the scope alone.
  @usableFromInline
  func end(with result: Cell, cancellation token: CancellationToken, as failure: (any Error.Type)?)
  {
    // An early observer: the work has been stopped when other observers receive the outcome.
    result.observe(ignoresFailure: true) { _, _ in
      _ = self.cancel()
      return .none
    }
    if !token.isNever { result.tie(to: token, as: failure) { _ = self.cancel() } }
  }

  /// Does work in this scope, on the actor of `body`, and settles a result with its outcome.
  @inlinable
  @inline(__always)
  func run<Value: Sendable, Failure: Error>(
    for result: Cell,
    isolation: isolated (any Actor)?,
    _ body: @Sendable @isolated(any) () async throws(Failure) -> Value
  ) async {
    let outcome = await CurrentScope.outcome(in: self) { () async throws(Failure) in
      try await body()
    }
    endWithTask()
    result.finish(outcome)
  }
}

extension Cell {
  /// Settles with an outcome, and runs the waiters.
  @inlinable
  @inline(__always)
  func finish<Value, Failure: Error>(_ outcome: Result<Value, Failure>) {
    switch outcome {
    case .success(let value): finish(value)
    case .failure(let error): finish(failing: error, as: Failure.self)
    }
  }
}

extension Future {
  /// Starts asynchronous work for a result, in its own task and scope.
  ///
  /// - Parameters:
  ///   - body: The work.
  ///   - result: The result.
  ///   - token: Cancels the result, or the work alone if the result cannot be cancelled.
  /// - Returns: The scope.
  @inlinable
  @inline(__always)
  @discardableResult
  static func start(
    _ body: @escaping @Sendable @isolated(any) () async throws(Failure) -> Value,
    for result: Cell,
    cancellation token: CancellationToken
  ) -> CancellationCore {
    let scope = CancellationCore()
    let failure: (any Error.Type)? = token.heeded(by: Failure.self).isNever ? nil : Failure.self
    scope.end(with: result, cancellation: token, as: failure)
    // The scope is bound in the task.
    let task = CancellationToken.never.asCurrent {
      // As in `Future(operation:)`.
      if let executor = TaskHome.executor {
        Task<Void, any Error>(executorPreference: executor) { @concurrent in
          await scope.run(for: result, isolation: body.isolation, body)
        }
      } else {
        Task<Void, any Error> { @concurrent in
          await scope.run(for: result, isolation: body.isolation, body)
        }
      }
    }
    scope.hold(task)
    return scope
  }
}
