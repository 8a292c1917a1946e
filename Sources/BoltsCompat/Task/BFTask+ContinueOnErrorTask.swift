internal import Futures

extension BFTask {
  /// Replaces an error with the outcome of further work.
  ///
  /// A result or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - token: If the token is already cancelled, the new task is cancelled at once. The new task
  ///     is also cancelled if the token is cancelled when the closure would start, or when the task
  ///     that the closure returned ends.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - continuation: A closure that receives the error, and starts the work. An error that it
  ///     throws fails the new task; ``CancelledError`` cancels it. It is called at most once, and
  ///     then released. It runs where it is written: in main-actor code on the main actor, in
  ///     nonisolated code on ``BFExecutor/default``.
  /// - Returns: A task with the result of this task, or one that ends like the task that the
  ///   closure returns.
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext continuation:
      @escaping @Sendable @isolated(any) (any Error) throws -> BFTask
  ) -> BFTask {
    continueOnErrorWithTask(
      BFExecutor.home(of: continuation.isolation, calledFrom: isolation),
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Replaces errors of one type with the outcome of further work.
  ///
  /// Other errors are passed on to the new task. Otherwise like the `continueOnErrorWithTask` for
  /// any error.
  ///
  /// - Parameters:
  ///   - token: If the token is already cancelled, the new task is cancelled at once. The new task
  ///     is also cancelled if the token is cancelled when the closure would start, or when the task
  ///     that the closure returned ends.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - continuation: A closure that receives the error, and starts the work. An error that it
  ///     throws fails the new task; ``CancelledError`` cancels it. It is called at most once, and
  ///     then released. It runs where it is written: in main-actor code on the main actor, in
  ///     nonisolated code on ``BFExecutor/default``.
  /// - Returns: A task with the result of this task, or one that ends like the task that the
  ///   closure returns.
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask<Failure: Error>(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext continuation:
      @escaping @Sendable @isolated(any) (Failure) throws -> BFTask
  ) -> BFTask {
    continueOnErrorWithTask(
      BFExecutor.home(of: continuation.isolation, calledFrom: isolation),
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Replaces an error with the outcome of further work.
  ///
  /// A result or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - continuation: A closure that receives the error, and starts the work. An error that it
  ///     throws fails the new task; ``CancelledError`` cancels it. It is called at most once, and
  ///     then released.
  /// - Returns: A task with the result of this task, or one that ends like the task that the
  ///   closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (any Error) throws -> BFTask
  ) -> BFTask {
    rescuedWithTask(executor, unless: nil, continuation)
  }

  /// Replaces an error with the outcome of further work, unless a token is cancelled.
  ///
  /// A result or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - token: If the token is already cancelled, the new task is cancelled at once and nothing is
  ///     submitted to the executor. The new task is also cancelled if the token is cancelled when
  ///     the closure would start, or when the task that the closure returned ends.
  ///   - continuation: A closure that receives the error, and starts the work. An error that it
  ///     throws fails the new task; ``CancelledError`` cancels it. It is called at most once, and
  ///     then released.
  /// - Returns: A task with the result of this task, or one that ends like the task that the
  ///   closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    continuation: @escaping @Sendable (any Error) throws -> BFTask
  ) -> BFTask {
    rescuedWithTask(executor, unless: token, continuation)
  }

  /// Replaces errors of one type with the outcome of further work.
  ///
  /// Other errors are passed on to the new task. Otherwise like the `continueOnErrorWithTask` for
  /// any error.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - continuation: A closure that receives the error, and starts the work. An error that it
  ///     throws fails the new task; ``CancelledError`` cancels it. It is called at most once, and
  ///     then released.
  /// - Returns: A task with the result of this task, or one that ends like the task that the
  ///   closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask<Failure: Error>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (Failure) throws -> BFTask
  ) -> BFTask {
    rescuedWithTask(executor, unless: nil) { error in
      guard let error = error as? Failure else { throw error }
      return try continuation(error)
    }
  }

  /// Replaces errors of one type with the outcome of further work, unless a token is cancelled.
  ///
  /// Other errors are passed on to the new task. Otherwise like the `continueOnErrorWithTask` for
  /// any error.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - token: A token that, once cancelled, prevents the closure from starting. The new task is
  ///     cancelled when the closure would start, or when the task that it returned ends.
  ///   - continuation: A closure that receives the error, and starts the work. An error that it
  ///     throws fails the new task; ``CancelledError`` cancels it. It is called at most once, and
  ///     then released.
  /// - Returns: A task with the result of this task, or one that ends like the task that the
  ///   closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask<Failure: Error>(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    continuation: @escaping @Sendable (Failure) throws -> BFTask
  ) -> BFTask {
    rescuedWithTask(executor, unless: token) { error in
      guard let error = error as? Failure else { throw error }
      return try continuation(error)
    }
  }
}

extension BFTask {
  /// Runs `rescue` for an error that is not a cancellation, and waits for its task.
  private func rescuedWithTask(
    _ executor: BFExecutor,
    unless token: BFCancellationToken?,
    _ rescue: @escaping @Sendable (any Error) throws -> BFTask
  ) -> BFTask {
    guard let token else {
      return BFTask(
        future: future.recoverErrorsWith(on: executor.context, storing: TaskRescue(call: rescue))
      )
    }
    if token.cancellationRequested { return .cancelledTask() }
    return continuedWithTask(executor, unless: token) { result in
      guard case .failure(let error) = result, !isCancellation(error) else {
        return BFTask(try result.get())
      }
      return try rescue(error)
    }
  }
}
