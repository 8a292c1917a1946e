extension ConcurrencyLimit {
  /// Runs an asynchronous closure as soon as the limit allows.
  ///
  /// ```swift
  /// let page = connections.run { try await client.page(at: url) }
  /// // Future<Page, any Error>
  /// ```
  ///
  /// Cancelling the returned future removes a waiting call; for a call in progress, it cancels the
  /// task of `body`, and the next call starts when `body` has returned.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: The work. Called at most once. It runs where it is written: on the actor of the
  ///     code that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future of what `body` returns or throws.
  @inlinable
  public func run<Value, Failure>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) -> Future<Value, Failure> {
    let result = PromiseCell()
    let heeded = token.heeded(by: Failure.self)
    if result.isCancelled(before: heeded, as: Failure.self) { return Future(cell: result) }
    let scope = CancellationCore()
    scope.end(with: result, cancellation: token, as: heeded.isNever ? nil : Failure.self)
    let exceeded = LimitExceeded() as? Failure
    let admission = takeTurn(canFail: exceeded != nil)
    // Tied to the result, and not to the scope: a call that cannot be cancelled keeps its turn.
    if case .waiting(let turn) = admission {
      result.observe(ignoresFailure: true) { _, _ in
        turn.leave()
        return .none
      }
    } else if case .refused = admission, let exceeded {
      result.finish(failing: exceeded, as: Failure.self)
      return Future(cell: result)
    }
    // As in `Future.start(_:for:cancellation:)`.
    let task = CancellationToken.never.asCurrent {
      if let executor = TaskHome.executor {
        Task<Void, any Error>(executorPreference: executor) { @concurrent in
          guard await result.has(admission, orFail: exceeded) else { return }
          await scope.run(for: result, under: self, isolation: body.isolation, body)
        }
      } else {
        Task<Void, any Error> { @concurrent in
          guard await result.has(admission, orFail: exceeded) else { return }
          await scope.run(for: result, under: self, isolation: body.isolation, body)
        }
      }
    }
    scope.hold(task)
    return Future(cell: result)
  }

  /// Starts work with an asynchronous closure as soon as the limit allows.
  ///
  /// The outcome is that of the future that `body` returns; the next call starts when it has
  /// settled. Otherwise like the other `run` with an asynchronous closure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work. Called at most once. Runs where it is written.
  /// - Returns: A future with the outcome of the work.
  public func run<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async -> Work
  ) -> Future<Work.Value, Work.Failure> {
    run(on: .inline, cancellation: token) { .started(by: body) }
  }

  /// Starts work with an asynchronous closure that may throw, as soon as the limit allows.
  ///
  /// An error that `body` throws fails the returned future; the future of the work may have its own
  /// error type. Otherwise like the other `run` with an asynchronous closure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work, or throws. Called at most once. Runs where it is written.
  /// - Returns: A future with the outcome of the work.
  public func run<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async throws -> Work
  ) -> Future<Work.Value, any Error> {
    run(on: .inline, cancellation: token) { .started(erasing: body) }
  }
}

extension Cell {
  /// Waits for the turn of the work of this cell, and fails if it waited too long.
  ///
  /// - Returns: Whether the work has a place.
  @inlinable
  nonisolated(nonsending) func has<Failure: Error>(
    _ admission: Admission,
    orFail exceeded: Failure?
  ) async -> Bool {
    guard case .waiting(let turn) = admission else { return true }
    let end = await turn.wait()
    if case .late = end, let exceeded { finish(failing: exceeded, as: Failure.self) }
    return end == .come
  }
}

extension CancellationCore {
  /// Does work that has a place under a limit, and gives up the place when the work has returned.
  @inlinable
  @inline(__always)
  func run<Value: Sendable, Failure: Error>(
    for result: Cell,
    under limit: ConcurrencyLimit,
    isolation: isolated (any Actor)?,
    _ body: @Sendable @isolated(any) () async throws(Failure) -> Value
  ) async {
    let outcome = await CurrentScope.outcome(in: self) { () async throws(Failure) in
      try await body()
    }
    endWithTask()
    limit.passOn()
    result.finish(outcome)
  }
}
