public import Futures

extension BFTask {
  /// Runs a closure when the task has ended with a result.
  ///
  /// An error or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - token: If the token is already cancelled, the new task is cancelled at once. If it is
  ///     cancelled when the closure would start, the closure does not run and the new task is
  ///     cancelled, whatever the outcome of this task.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - continuation: A closure that receives the result. An error that it throws fails the new
  ///     task; ``CancelledError`` cancels it. It is called at most once, and then released. It runs
  ///     where it is written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  /// - Returns: A task whose result is what the closure returns.
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueOnSuccessWith<Output>(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext continuation: @escaping @Sendable @isolated(any) (Value) throws -> Output
  ) -> BFTask<Output> {
    continueOnSuccessWith(
      BFExecutor.home(of: continuation.isolation, calledFrom: isolation),
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Starts further work when the task has ended with a result, and waits for it.
  ///
  /// An error or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// A function may end by calling itself through this method without limit: such a recursion uses
  /// constant stack.
  ///
  /// - Parameters:
  ///   - token: If the token is already cancelled, the new task is cancelled at once. The new task
  ///     is also cancelled if the token is cancelled when the closure would start, or when the task
  ///     that the closure returned ends.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - continuation: A closure that receives the result, and starts the work. An error that it
  ///     throws fails the new task; ``CancelledError`` cancels it. It is called at most once, and
  ///     then released. It runs where it is written: in main-actor code on the main actor, in
  ///     nonisolated code on ``BFExecutor/default``.
  /// - Returns: A task that ends like the task that the closure returns.
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueOnSuccessWithTask<Output>(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext continuation:
      @escaping @Sendable @isolated(any) (Value) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    continueOnSuccessWithTask(
      BFExecutor.home(of: continuation.isolation, calledFrom: isolation),
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Runs a closure when the task has ended with a result.
  ///
  /// An error or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - continuation: A closure that receives the result. An error that it throws fails the new
  ///     task; ``CancelledError`` cancels it. It is called at most once, and then released.
  /// - Returns: A task whose result is what the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueOnSuccessWith<Output>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (Value) throws -> Output
  ) -> BFTask<Output> {
    BFTask<Output>(future: future.map(on: executor.context, continuation))
  }

  /// Runs a closure when the task has ended with a result, unless a token is cancelled.
  ///
  /// An error or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - token: If the token is already cancelled, the new task is cancelled at once and nothing is
  ///     submitted to the executor. If it is cancelled when the closure would start, the closure
  ///     does not run and the new task is cancelled, whatever the outcome of this task.
  ///   - continuation: A closure that receives the result. An error that it throws fails the new
  ///     task; ``CancelledError`` cancels it. It is called at most once, and then released.
  /// - Returns: A task whose result is what the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueOnSuccessWith<Output>(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    continuation: @escaping @Sendable (Value) throws -> Output
  ) -> BFTask<Output> {
    guard let token else { return continueOnSuccessWith(executor, continuation: continuation) }
    if token.cancellationRequested { return .cancelledTask() }
    return continued(executor, unless: token) { try continuation($0.get()) }
  }

  /// Starts further work when the task has ended with a result, and waits for it.
  ///
  /// An error or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// A function may end by calling itself through this method without limit: such a recursion uses
  /// constant stack and memory.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - continuation: A closure that receives the result, and starts the work. An error that it
  ///     throws fails the new task; ``CancelledError`` cancels it. It is called at most once, and
  ///     then released.
  /// - Returns: A task that ends like the task that the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueOnSuccessWithTask<Output>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (Value) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    BFTask<Output>(
      future: future.flatMap(on: executor.context, storing: TaskWork(continuation))
    )
  }

  /// Starts further work when the task has ended with a result, and waits for it, unless a token is
  /// cancelled.
  ///
  /// An error or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// A function may end by calling itself through this method without limit: such a recursion uses
  /// constant stack.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - token: If the token is already cancelled, the new task is cancelled at once and nothing is
  ///     submitted to the executor. The new task is also cancelled if the token is cancelled when
  ///     the closure would start, or when the task that the closure returned ends.
  ///   - continuation: A closure that receives the result, and starts the work. An error that it
  ///     throws fails the new task; ``CancelledError`` cancels it. It is called at most once, and
  ///     then released.
  /// - Returns: A task that ends like the task that the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueOnSuccessWithTask<Output>(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    continuation: @escaping @Sendable (Value) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    guard let token else { return continueOnSuccessWithTask(executor, continuation: continuation) }
    if token.cancellationRequested { return .cancelledTask() }
    return continuedWithTask(executor, unless: token) { try continuation($0.get()) }
  }
}
