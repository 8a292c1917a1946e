internal import Futures

extension BFTask {
  /// Replaces an error by the outcome of further work.
  ///
  /// A result or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - token: If it has been cancelled, the new task is cancelled at once. It is looked at again
  ///     when the closure would start, and when the task that the closure returned has ended: if it
  ///     has been cancelled by then, so is the new task.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - continuation: Gets the error, and starts the work. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then. Runs where it
  ///     is written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  /// - Returns: A task that ends with this task's result, or as the one does that the closure
  ///   returns.
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

  /// Replaces errors of one type by the outcome of further work.
  ///
  /// Other errors pass on to the new task. Otherwise like the `continueOnErrorWithTask` for any
  /// error.
  ///
  /// - Parameters:
  ///   - token: If it has been cancelled, the new task is cancelled at once. It is looked at again
  ///     when the closure would start, and when the task that the closure returned has ended: if it
  ///     has been cancelled by then, so is the new task.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - continuation: Gets the error, and starts the work. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then. Runs where it
  ///     is written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  /// - Returns: A task that ends with this task's result, or as the one does that the closure
  ///   returns.
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

  /// Replaces an error by the outcome of further work.
  ///
  /// A result or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - continuation: Gets the error, and starts the work. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with this task's result, or as the one does that the closure
  ///   returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (any Error) throws -> BFTask
  ) -> BFTask {
    rescuedWithTask(executor, unless: nil, continuation)
  }

  /// Replaces an error by the outcome of further work, unless a token has been cancelled.
  ///
  /// A result or a cancellation of this task passes on to the new one without running the
  /// closure.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - token: If it has been cancelled, the new task is cancelled at once and nothing is
  ///     submitted to the executor. It is looked at again when the closure would start, and when
  ///     the task that the closure returned has ended: if it has been cancelled by then, so is the
  ///     new task.
  ///   - continuation: Gets the error, and starts the work. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with this task's result, or as the one does that the closure
  ///   returns.
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

  /// Replaces errors of one type by the outcome of further work.
  ///
  /// Other errors pass on to the new task. Otherwise like the `continueOnErrorWithTask` for any
  /// error.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - continuation: Gets the error, and starts the work. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with this task's result, or as the one does that the closure
  ///   returns.
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

  /// Replaces errors of one type by the outcome of further work, unless a token has been cancelled.
  ///
  /// Other errors pass on to the new task. Otherwise like the `continueOnErrorWithTask` for any
  /// error.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task when the
  ///     closure would start or when the task that it returned has ended.
  ///   - continuation: Gets the error, and starts the work. What it throws is the error of the new
  ///     task; ``CancelledError`` cancels it. Called at most once, and released then.
  /// - Returns: A task that ends with this task's result, or as the one does that the closure
  ///   returns.
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
  /// Runs `rescue` after an error that is not a cancellation, and waits for its task.
  private func rescuedWithTask(
    _ executor: BFExecutor,
    unless token: BFCancellationToken?,
    _ rescue: @escaping @Sendable (any Error) throws -> BFTask
  ) -> BFTask {
    guard let token else {
      return BFTask(
        future: future.recoverWith(on: executor.context) { error -> Future<Value, any Error> in
          do {
            if error.meansCancellation { throw error }
            return try rescue(error).future
          } catch {
            return Future(error: error)
          }
        }
      )
    }
    if token.cancellationRequested { return .cancelledTask() }
    return continuedWithTask(executor, unless: token) { result in
      guard case .failure(let error) = result, !error.meansCancellation else {
        return BFTask(try result.get())
      }
      return try rescue(error)
    }
  }
}
