internal import Futures

extension BFTask {
  /// Replaces an error with the result of a closure.
  ///
  /// A result or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - token: If the token is already cancelled, the new task is cancelled at once. If it is
  ///     cancelled when the closure would start, the closure does not run and the new task is
  ///     cancelled, whatever the outcome of this task.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - continuation: A closure that receives the error. An error that it throws fails the new
  ///     task; ``CancelledError`` cancels it. It is called at most once, and then released. It runs
  ///     where it is written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  /// - Returns: A task with the result of this task, or with what the closure returns.
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext continuation:
      @escaping @Sendable @isolated(any) (any Error) throws -> Value
  ) -> BFTask {
    continueOnErrorWith(
      BFExecutor.home(of: continuation.isolation, calledFrom: isolation),
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Replaces errors of one type with the result of a closure.
  ///
  /// Other errors are passed on to the new task. Otherwise like the `continueOnErrorWith` for any
  /// error.
  ///
  /// ```swift
  /// let name = task.continueOnErrorWith { (error: NotFound) in "unknown" }
  /// ```
  ///
  /// - Parameters:
  ///   - token: If the token is already cancelled, the new task is cancelled at once. If it is
  ///     cancelled when the closure would start, the closure does not run and the new task is
  ///     cancelled, whatever the outcome of this task.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - continuation: A closure that receives the error. An error that it throws fails the new
  ///     task; ``CancelledError`` cancels it. It is called at most once, and then released. It runs
  ///     where it is written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  /// - Returns: A task with the result of this task, or with what the closure returns.
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith<Failure: Error>(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext continuation: @escaping @Sendable @isolated(any) (Failure) throws -> Value
  ) -> BFTask {
    continueOnErrorWith(
      BFExecutor.home(of: continuation.isolation, calledFrom: isolation),
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Replaces an error with the result of a closure.
  ///
  /// A result or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - continuation: A closure that receives the error. An error that it throws fails the new
  ///     task; ``CancelledError`` cancels it. It is called at most once, and then released.
  /// - Returns: A task with the result of this task, or with what the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (any Error) throws -> Value
  ) -> BFTask {
    rescued(executor, unless: nil, continuation)
  }

  /// Replaces an error with the result of a closure, unless a token is cancelled.
  ///
  /// A result or a cancellation of this task is passed on to the new task without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - token: If the token is already cancelled, the new task is cancelled at once and nothing is
  ///     submitted to the executor. If it is cancelled when the closure would start, the closure
  ///     does not run and the new task is cancelled, whatever the outcome of this task.
  ///   - continuation: A closure that receives the error. An error that it throws fails the new
  ///     task; ``CancelledError`` cancels it. It is called at most once, and then released.
  /// - Returns: A task with the result of this task, or with what the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    continuation: @escaping @Sendable (any Error) throws -> Value
  ) -> BFTask {
    rescued(executor, unless: token, continuation)
  }

  /// Replaces errors of one type with the result of a closure.
  ///
  /// Other errors are passed on to the new task. Otherwise like the `continueOnErrorWith` for any
  /// error.
  ///
  /// ```swift
  /// let name = task.continueOnErrorWith { (error: NotFound) in "unknown" }
  /// ```
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - continuation: A closure that receives the error. An error that it throws fails the new
  ///     task; ``CancelledError`` cancels it. It is called at most once, and then released.
  /// - Returns: A task with the result of this task, or with what the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith<Failure: Error>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (Failure) throws -> Value
  ) -> BFTask {
    rescued(executor, unless: nil) { error in
      guard let error = error as? Failure else { throw error }
      return try continuation(error)
    }
  }

  /// Replaces errors of one type with the result of a closure, unless a token is cancelled.
  ///
  /// Other errors are passed on to the new task. Otherwise like the `continueOnErrorWith` for any
  /// error.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - token: A token that, once cancelled, prevents the closure from starting. The new task is
  ///     cancelled when the closure would start.
  ///   - continuation: A closure that receives the error. An error that it throws fails the new
  ///     task; ``CancelledError`` cancels it. It is called at most once, and then released.
  /// - Returns: A task with the result of this task, or with what the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith<Failure: Error>(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    continuation: @escaping @Sendable (Failure) throws -> Value
  ) -> BFTask {
    rescued(executor, unless: token) { error in
      guard let error = error as? Failure else { throw error }
      return try continuation(error)
    }
  }
}

extension BFTask {
  /// Runs `rescue` for an error that is not a cancellation.
  private func rescued(
    _ executor: BFExecutor,
    unless token: BFCancellationToken?,
    _ rescue: @escaping @Sendable (any Error) throws -> Value
  ) -> BFTask {
    guard let token else {
      return BFTask(
        future: future.recoverErrors(on: executor.context, storing: Rescue(call: rescue))
      )
    }
    if token.cancellationRequested { return .cancelledTask() }
    return continued(executor, unless: token) { result in
      guard case .failure(let error) = result, !isCancellation(error) else {
        return try result.get()
      }
      return try rescue(error)
    }
  }
}
