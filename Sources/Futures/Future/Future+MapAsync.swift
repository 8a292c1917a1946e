extension Future {
  /// Returns a future of the value, transformed by an asynchronous closure.
  ///
  /// ```swift
  /// let size = image.map { image in await measure(image) }
  /// ```
  ///
  /// If this future fails, the returned future fails with the same error and `transform` is not
  /// called. Cancelling the returned future, or the token, cancels the task of `transform`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `transform` no longer starts, and its task and the returned future
  ///     are cancelled; by default, the token of the current scope.
  ///   - transform: Returns the new value. It runs where it is written: on the actor of the code
  ///     that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future of the new value.
  @inlinable
  @_disfavoredOverload
  public func map<Output: Sendable>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ transform:
      @escaping @Sendable @isolated(any) (Value) async -> Output
  ) -> Future<Output, Failure> {
    if canWaitInTask {
      return Future<Output, Failure>(cancellation: token, site: cell) {
        @concurrent () async throws(Failure) in
        await transform(try await self.settledValue())
      }
    }
    return mapInHeldTask(cancellation: token, transform)
  }

  /// Returns a future of the value, transformed by an asynchronous closure that may throw.
  ///
  /// ```swift
  /// let page = visitor.map { user in
  ///   try await client.page(at: user.homepage)
  /// }
  /// ```
  ///
  /// An error that `transform` throws fails the returned future, whose error type is `any Error`.
  /// Otherwise the same as the other `map` with an asynchronous closure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `transform` no longer starts, and its task and the returned future
  ///     are cancelled; by default, the token of the current scope.
  ///   - transform: Returns the new value. It runs where it is written: on the actor of the code
  ///     that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future of the new value.
  @inlinable
  @_disfavoredOverload
  public func map<Output: Sendable>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ transform:
      @escaping @Sendable @isolated(any) (Value) async throws -> Output
  ) -> Future<Output, any Error> {
    if canWaitInTask {
      return Future<Output, any Error>(cancellation: token, site: cell) { @concurrent in
        try await transform(try await self.settledValue())
      }
    }
    return eraseFailure().mapInHeldTask(cancellation: token, transform)
  }
}

extension Future {
  /// Whether one task, created at once, can wait for this future and run the next step.
  ///
  /// The task then has the task-local values of the caller, and blocks no thread while it waits.
  /// But nothing wakes it from an abandoned future whose error type holds neither a broken promise
  /// nor cancellation.
  @inlinable
  var canWaitInTask: Bool { canBeCancelled || cell.isSettled }

  /// The same in a task that is held until this future has settled.
  @usableFromInline
  func mapInHeldTask<Output: Sendable>(
    cancellation token: CancellationToken,
    _ transform: @escaping @Sendable @isolated(any) (Value) async throws(Failure) -> Output
  ) -> Future<Output, Failure> {
    let (task, work) = (HeldTask(), StartedWork())
    return work.follow(
      on(.inline).flatMap(cancellation: token.heeded(by: Failure.self)) { value in
        inTask(task, on: .inline) {
          work.begin(
            Future<Output, Failure>(cancellation: token) { () async throws(Failure) in
              try await transform(value)
            }
          )
        }
      }
    )
  }

  /// A future of a task that, for diagnostics, continues the chain of another cell.
  @inlinable
  init(
    cancellation token: CancellationToken,
    site: Cell,
    operation: @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) {
    let (fileID, line) = site.placeOfOrigin
    self.init(cancellation: token, fileID: fileID, line: line, operation: operation)
  }

  /// The value, without the overload for futures that cannot fail, at which the compiler (Swift
  /// 6.3) crashes in generic code.
  @inlinable
  @inline(__always)
  nonisolated(nonsending) func settledValue() async throws(Failure) -> Value {
    if !cell.isSettled { await cell.wait(heedingCancellation: canBeCancelled) }
    if cell.isSuccess { return cell.load(as: Value.self) }
    return try await resultAfterWait().get()
  }
}
