public import Futures

extension BFTask {
  /// Runs a closure when the task has ended, whatever its outcome.
  ///
  /// - Parameters:
  ///   - token: If the token is cancelled when the closure would start, the closure does not run
  ///     and the new task is cancelled. A later cancellation has no effect: the new task keeps what
  ///     the closure returns.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - continuation: A closure that receives this task, which has ended. An error that it throws
  ///     fails the new task; ``CancelledError`` cancels it. It is called at most once, and then
  ///     released. It runs where it is written: in main-actor code on the main actor, in
  ///     nonisolated code on ``BFExecutor/default``.
  /// - Returns: A task whose result is what the closure returns.
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

  /// Starts further work when the task has ended, whatever its outcome, and waits for it.
  ///
  /// - Parameters:
  ///   - token: If the token is cancelled when the closure would start, the closure does not run
  ///     and the new task is cancelled. The new task is also cancelled if the token is cancelled
  ///     when the task that the closure returned ends.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - continuation: A closure that receives this task, which has ended, and starts the work. An
  ///     error that it throws fails the new task; ``CancelledError`` cancels it. It is called at
  ///     most once, and then released. It runs where it is written: in main-actor code on the main
  ///     actor, in nonisolated code on ``BFExecutor/default``.
  /// - Returns: A task that ends like the task that the closure returns.
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

  /// Runs a closure when the task has ended, whatever its outcome.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - continuation: A closure that receives this task, which has ended. An error that it throws
  ///     fails the new task; ``CancelledError`` cancels it. It is called at most once, and then
  ///     released.
  /// - Returns: A task whose result is what the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueWith<Output>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (BFTask) throws -> Output
  ) -> BFTask<Output> {
    BFTask<Output>(
      future: future.mapSettled(on: executor.context, storing: Continuation(continuation))
    )
  }

  /// Runs a closure when the task has ended, whatever its outcome, unless a token is cancelled.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - token: If the token is cancelled when the closure would start, the closure does not run
  ///     and the new task is cancelled. A later cancellation has no effect: the new task keeps what
  ///     the closure returns.
  ///   - continuation: A closure that receives this task, which has ended. An error that it throws
  ///     fails the new task; ``CancelledError`` cancels it. It is called at most once, and then
  ///     released.
  /// - Returns: A task whose result is what the closure returns.
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

  /// Starts further work when the task has ended, whatever its outcome, and waits for it.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - continuation: A closure that receives this task, which has ended, and starts the work. An
  ///     error that it throws fails the new task; ``CancelledError`` cancels it. It is called at
  ///     most once, and then released.
  /// - Returns: A task that ends like the task that the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueWithTask<Output>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (BFTask) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    BFTask<Output>(
      future: future.flatMapSettled(on: executor.context, storing: TaskContinuation(continuation))
    )
  }

  /// Starts further work when the task has ended, whatever its outcome, and waits for it, unless a
  /// token is cancelled.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - token: If the token is cancelled when the closure would start, the closure does not run
  ///     and the new task is cancelled. The new task is also cancelled if the token is cancelled
  ///     when the task that the closure returned ends.
  ///   - continuation: A closure that receives this task, which has ended, and starts the work. An
  ///     error that it throws fails the new task; ``CancelledError`` cancels it. It is called at
  ///     most once, and then released.
  /// - Returns: A task that ends like the task that the closure returns.
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
