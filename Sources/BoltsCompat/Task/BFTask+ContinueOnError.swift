internal import Futures

extension BFTask {
  /// Replaces an error by the result that a closure makes of it.
  ///
  /// A result or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - token: If it has been cancelled, the new task is cancelled at once. It is looked at again
  ///     when the closure would start, and if it has been cancelled by then, the closure does not
  ///     run and the new task is cancelled, whatever this task ended with.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - continuation: Gets the error. What it throws is the error of the new task;
  ///     ``CancelledError`` cancels it. Called at most once, and released then. Runs where it is
  ///     written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  /// - Returns: A task that ends with this task's result, or with what the closure returns.
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

  /// Replaces errors of one type by the result that a closure makes of them.
  ///
  /// Other errors pass on to the new task. Otherwise like the `continueOnErrorWith` for any error.
  ///
  /// ```swift
  /// let name = task.continueOnErrorWith { (error: NotFound) in "nobody" }
  /// ```
  ///
  /// - Parameters:
  ///   - token: If it has been cancelled, the new task is cancelled at once. It is looked at again
  ///     when the closure would start, and if it has been cancelled by then, the closure does not
  ///     run and the new task is cancelled, whatever this task ended with.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - continuation: Gets the error. What it throws is the error of the new task;
  ///     ``CancelledError`` cancels it. Called at most once, and released then. Runs where it is
  ///     written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  /// - Returns: A task that ends with this task's result, or with what the closure returns.
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

  /// Replaces an error by the result that a closure makes of it.
  ///
  /// A result or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - continuation: Gets the error. What it throws is the error of the new task;
  ///     ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with this task's result, or with what the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (any Error) throws -> Value
  ) -> BFTask {
    rescued(executor, unless: nil, continuation)
  }

  /// Replaces an error by the result that a closure makes of it, unless a token has been cancelled.
  ///
  /// A result or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - token: If it has been cancelled, the new task is cancelled at once and nothing is
  ///     submitted to the executor. It is looked at again when the closure would start, and if it
  ///     has been cancelled by then, the closure does not run and the new task is cancelled,
  ///     whatever this task ended with.
  ///   - continuation: Gets the error. What it throws is the error of the new task;
  ///     ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with this task's result, or with what the closure returns.
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

  /// Replaces errors of one type by the result that a closure makes of them.
  ///
  /// Other errors pass on to the new task. Otherwise like the `continueOnErrorWith` for any error.
  ///
  /// ```swift
  /// let name = task.continueOnErrorWith { (error: NotFound) in "nobody" }
  /// ```
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - continuation: Gets the error. What it throws is the error of the new task;
  ///     ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with this task's result, or with what the closure returns.
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

  /// Replaces errors of one type by the result that a closure makes of them, unless a token has
  /// been cancelled.
  ///
  /// Other errors pass on to the new task. Otherwise like the `continueOnErrorWith` for any error.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task when the
  ///     closure would start.
  ///   - continuation: Gets the error. What it throws is the error of the new task;
  ///     ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with this task's result, or with what the closure returns.
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
  /// Runs `rescue` after an error that is not a cancellation.
  private func rescued(
    _ executor: BFExecutor,
    unless token: BFCancellationToken?,
    _ rescue: @escaping @Sendable (any Error) throws -> Value
  ) -> BFTask {
    guard let token else {
      return BFTask(
        future: future.recover(on: executor.context) { error throws(any Error) -> Value in
          if error.meansCancellation { throw error }
          return try rescue(error)
        }
      )
    }
    if token.cancellationRequested { return .cancelledTask() }
    return continued(executor, unless: token) { result in
      guard case .failure(let error) = result, !error.meansCancellation else {
        return try result.get()
      }
      return try rescue(error)
    }
  }
}
