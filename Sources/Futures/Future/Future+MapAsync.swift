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
    // One task, created here, has the task-local values of the caller, and waits on no thread.
    Future<Output, Failure>(cancellation: token) { @concurrent () async throws(Failure) in
      await transform(try await self.settledValue())
    }
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
    Future<Output, any Error>(cancellation: token) { @concurrent in
      try await transform(try await self.settledValue())
    }
  }
}

extension Future {
  /// The value, without the overload for futures that cannot fail, at which the compiler (Swift
  /// 6.3) crashes in generic code.
  nonisolated(nonsending) func settledValue() async throws(Failure) -> Value {
    if !cell.isSettled { await cell.wait(heedingCancellation: canBeCancelled) }
    if cell.isSuccess { return cell.load(as: Value.self) }
    return try await resultAfterWait().get()
  }
}
