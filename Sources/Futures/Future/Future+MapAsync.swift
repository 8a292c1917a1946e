extension Future {
  /// Returns a future of what an asynchronous closure makes of the value.
  ///
  /// ```swift
  /// let size = image.map { image in await measure(image) }
  /// ```
  ///
  /// If this future fails, the returned future fails with the same error and `transform` is not
  /// called. Cancelling the returned future, or the token, cancels the task of `transform`.
  ///
  /// The task has the task-local values of the code that calls this method, whenever it starts; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `transform` does not start any more, its task is cancelled, and so
  ///     is the returned future; by default, the token of the current scope.
  ///   - transform: Returns the new value. It runs where it is written: on the actor of the code
  ///     that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future of the new value.
  @_disfavoredOverload
  public func map<Output: Sendable>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ transform:
      @escaping @Sendable @isolated(any) (Value) async -> Output
  ) -> Future<Output, Failure> {
    let (task, work) = (cell.isSettled ? nil : HeldTask(), StartedWork())
    return work.follow(
      flatMap(on: .inline, cancellation: token.heeded(by: Failure.self)) { value in
        inTask(task, on: .inline) {
          let transformed = Future<Output, Failure>(cancellation: token) {
            () async throws(Failure) in await transform(value)
          }
          return work.begin(transformed)
        }
      }
    )
  }

  /// Returns a future of what an asynchronous closure that may throw makes of the value.
  ///
  /// ```swift
  /// let page = visitor.map { user in try await client.page(at: user.homepage) }
  /// ```
  ///
  /// What `transform` throws fails the returned future, whose error type is `any Error`. Otherwise
  /// the same as the other `map` with an asynchronous closure.
  ///
  /// The task has the task-local values of the code that calls this method, whenever it starts; see
  /// <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `transform` does not start any more, its task is cancelled, and so
  ///     is the returned future; by default, the token of the current scope.
  ///   - transform: Returns the new value. It runs where it is written: on the actor of the code
  ///     that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future of the new value.
  @_disfavoredOverload
  public func map<Output: Sendable>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ transform:
      @escaping @Sendable @isolated(any) (Value) async throws -> Output
  ) -> Future<Output, any Error> {
    let (task, work) = (cell.isSettled ? nil : HeldTask(), StartedWork())
    return work.follow(
      eraseFailure().flatMap(on: .inline, cancellation: token) { value in
        inTask(task, on: .inline) {
          work.begin(
            Future<Output, any Error>(cancellation: token) { try await transform(value) }
          )
        }
      }
    )
  }
}
