extension Future {
  /// Starts further work with an asynchronous closure, and returns a future of its outcome.
  ///
  /// ```swift
  /// let page = visitor.flatMap { user in
  ///   await pages.cached(for: user) ?? download(user)
  /// }
  /// ```
  ///
  /// If this future fails, the returned future fails with the same error and `next` is not called.
  /// Cancelling the returned future, or the token, cancels the task of `next`, but not the future
  /// that `next` has returned, which may be shared. For a closure that returns no future, use
  /// `map`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `next` no longer starts, and its work and the returned future are
  ///     cancelled; by default, the token of the current scope.
  ///   - next: Starts the further work. It runs where it is written: on the actor of the code that
  ///     passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future with the outcome of the further work.
  @_disfavoredOverload
  public func flatMap<Output>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (Value) async -> Future<Output, Failure>
  ) -> Future<Output, Failure> {
    let heeded = token.heeded(by: Failure.self)
    if canWaitInTask {
      let started = Future<Future<Output, Failure>, Failure>(cancellation: token, site: cell) {
        @concurrent () async throws(Failure) in
        await next(try await self.settledValue())
      }
      let start = StartedWork()
      return start.follow(start.begin(started).on(.inline).flatMap(cancellation: heeded) { $0 })
    }
    let (task, start) = (HeldTask(), StartedWork())
    let result = on(.inline).flatMap(cancellation: heeded) { value in
      inTask(task, on: .inline) {
        let started = Future<Future<Output, Failure>, Failure>(cancellation: token) {
          () async throws(Failure) in await next(value)
        }
        return start.begin(started).on(.inline).flatMap { $0 }
      }
    }
    return start.follow(result)
  }

  /// Starts further work with an asynchronous closure that may throw, or with another error type,
  /// and returns a future of its outcome.
  ///
  /// The error type of the returned future is `any Error`, which holds both. Otherwise the same as
  /// the other `flatMap` with an asynchronous closure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `next` no longer starts, and its work and the returned future are
  ///     cancelled; by default, the token of the current scope.
  ///   - next: Starts the further work, or throws. Runs where it is written.
  /// - Returns: A future with the outcome of the further work.
  @_disfavoredOverload
  public func flatMap<Output, OtherFailure: Error>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (Value) async throws -> Future<Output, OtherFailure>
  ) -> Future<Output, any Error> {
    if canWaitInTask {
      let started = Future<Future<Output, OtherFailure>, any Error>(
        cancellation: token,
        site: cell
      ) { @concurrent () async throws in
        try await next(try await self.settledValue())
      }
      let start = StartedWork()
      return start.follow(
        start.begin(started).on(.inline).flatMap(cancellation: token) { $0.eraseFailure() }
      )
    }
    let (task, start) = (HeldTask(), StartedWork())
    let result = eraseFailure().on(.inline).flatMap(cancellation: token) { value in
      inTask(task, on: .inline) {
        let started = Future<Future<Output, OtherFailure>, any Error>(cancellation: token) {
          () async throws in try await next(value)
        }
        return start.begin(started).on(.inline).flatMap { $0.eraseFailure() }
      }
    }
    return start.follow(result)
  }
}
