public import Futures

extension BFTask {
  /// Runs a closure when the task has ended, in whatever way.
  ///
  /// - Parameters:
  ///   - token: If it has been cancelled when the closure would start, the closure does not run and
  ///     the new task is cancelled. It is not looked at at any other time: what the closure returns
  ///     is kept.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - continuation: Gets this task, which has ended. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then. Runs where it
  ///     is written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  /// - Returns: A task that ends with what the closure returns.
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueWith<Output>(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext continuation: @escaping @Sendable @isolated(any) (BFTask) throws -> Output
  ) -> BFTask<Output> {
    continueWith(
      BFExecutor.home(of: continuation.isolation, calledFrom: isolation),
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Starts further work when the task has ended, in whatever way, and waits for it.
  ///
  /// - Parameters:
  ///   - token: If it has been cancelled when the closure would start, the closure does not run and
  ///     the new task is cancelled. It is looked at again when the task that the closure returned
  ///     has ended: if it has been cancelled by then, so is the new task.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - continuation: Gets this task, which has ended, and starts the work. What it throws is the
  ///     error of the new task; ``CancelledError`` cancels it. Called at most once, and released
  ///     then. Runs where it is written: in main-actor code on the main actor, in nonisolated code
  ///     on ``BFExecutor/default``.
  /// - Returns: A task that ends as the one does that the closure returns.
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueWithTask<Output>(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext continuation:
      @escaping @Sendable @isolated(any) (BFTask) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    continueWithTask(
      BFExecutor.home(of: continuation.isolation, calledFrom: isolation),
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Runs a closure when the task has ended, in whatever way.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - continuation: Gets this task, which has ended. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with what the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueWith<Output>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (BFTask) throws -> Output
  ) -> BFTask<Output> {
    BFTask<Output>(
      future: future._mapSettled(on: executor.context) { settled in
        try continuation(BFTask(future: settled))
      }
    )
  }

  /// Runs a closure when the task has ended, in whatever way, unless a token has been cancelled.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - token: If it has been cancelled when the closure would start, the closure does not run and
  ///     the new task is cancelled. It is not looked at at any other time: what the closure returns
  ///     is kept.
  ///   - continuation: Gets this task, which has ended. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with what the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueWith<Output>(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    continuation: @escaping @Sendable (BFTask) throws -> Output
  ) -> BFTask<Output> {
    guard let token else { return continueWith(executor, continuation: continuation) }
    return continued(executor, unless: token) { try continuation(BFTask(settled: $0)) }
  }

  /// Starts further work when the task has ended, in whatever way, and waits for it.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - continuation: Gets this task, which has ended, and starts the work. What it throws is the
  ///     error of the new task; ``CancelledError`` cancels it. Called at most once, and released
  ///     then.
  /// - Returns: A task that ends as the one does that the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueWithTask<Output>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (BFTask) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    BFTask<Output>(
      future: future._flatMapSettled(on: executor.context) { settled in
        try continuation(BFTask(future: settled)).future
      }
    )
  }

  /// Starts further work when the task has ended, in whatever way, and waits for it, unless a token
  /// has been cancelled.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - token: If it has been cancelled when the closure would start, the closure does not run and
  ///     the new task is cancelled. It is looked at again when the task that the closure returned
  ///     has ended: if it has been cancelled by then, so is the new task.
  ///   - continuation: Gets this task, which has ended, and starts the work. What it throws is the
  ///     error of the new task; ``CancelledError`` cancels it. Called at most once, and released
  ///     then.
  /// - Returns: A task that ends as the one does that the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueWithTask<Output>(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    continuation: @escaping @Sendable (BFTask) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    guard let token else { return continueWithTask(executor, continuation: continuation) }
    return continuedWithTask(executor, unless: token) { try continuation(BFTask(settled: $0)) }
  }
}
