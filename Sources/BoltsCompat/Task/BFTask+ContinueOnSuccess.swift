public import Futures

extension BFTask {
  /// Runs a closure when the task has ended with a result.
  ///
  /// An error or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - token: If it has been cancelled, the new task is cancelled at once. It is looked at again
  ///     when the closure would start, and if it has been cancelled by then, the closure does not
  ///     run and the new task is cancelled, whatever this task ended with.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - continuation: Gets the result. What it throws is the error of the new task;
  ///     ``CancelledError`` cancels it. Called at most once, and released then. Runs where it is
  ///     written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  /// - Returns: A task that ends with what the closure returns.
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
  /// An error or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// A function that ends by calling itself through this may do so without end: such a recursion
  /// takes constant stack.
  ///
  /// - Parameters:
  ///   - token: If it has been cancelled, the new task is cancelled at once. It is looked at again
  ///     when the closure would start, and when the task that the closure returned has ended: if it
  ///     has been cancelled by then, so is the new task.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - continuation: Gets the result, and starts the work. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then. Runs where it
  ///     is written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  /// - Returns: A task that ends as the one does that the closure returns.
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
  /// An error or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - continuation: Gets the result. What it throws is the error of the new task;
  ///     ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with what the closure returns.
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

  /// Runs a closure when the task has ended with a result, unless a token has been cancelled.
  ///
  /// An error or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - token: If it has been cancelled, the new task is cancelled at once and nothing is
  ///     submitted to the executor. It is looked at again when the closure would start, and if it
  ///     has been cancelled by then, the closure does not run and the new task is cancelled,
  ///     whatever this task ended with.
  ///   - continuation: Gets the result. What it throws is the error of the new task;
  ///     ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with what the closure returns.
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
  /// An error or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// A function that ends by calling itself through this may do so without end: such a recursion
  /// takes constant stack and constant memory.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - continuation: Gets the result, and starts the work. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends as the one does that the closure returns.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueOnSuccessWithTask<Output>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (Value) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    BFTask<Output>(
      future: future.flatMap(on: executor.context) { value in try continuation(value).future }
    )
  }

  /// Starts further work when the task has ended with a result, and waits for it, unless a token
  /// has been cancelled.
  ///
  /// An error or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// A function that ends by calling itself through this may do so without end: such a recursion
  /// takes constant stack.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - token: If it has been cancelled, the new task is cancelled at once and nothing is
  ///     submitted to the executor. It is looked at again when the closure would start, and when
  ///     the task that the closure returned has ended: if it has been cancelled by then, so is the
  ///     new task.
  ///   - continuation: Gets the result, and starts the work. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends as the one does that the closure returns.
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
