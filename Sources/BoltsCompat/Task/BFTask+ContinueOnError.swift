internal import Futures

extension BFTask {
  /// Replaces an error with the result of a closure; in `Futures`, `recover`: see
  /// <doc:ComingFromBolts#Every-name>.
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
  /// Other errors are passed on to the new task, like a result or a cancellation; see
  /// <doc:BFTask#Continuations-and-tokens>.
  ///
  /// ```swift
  /// let name = task.continueOnErrorWith { (error: NotFound) in "unknown" }
  /// ```
  ///
  /// - Parameters:
  ///   - token: A token that prevents the closure from starting.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - continuation: A closure that receives the error, and runs where it is written.
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

  /// Replaces an error with the result of a closure on an executor; see
  /// <doc:BFTask#Continuations-and-tokens>.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (any Error) throws -> Value
  ) -> BFTask {
    rescued(executor, unless: nil, continuation)
  }

  /// Replaces an error with the result of a closure on an executor, unless a token is cancelled;
  /// see <doc:BFTask#Continuations-and-tokens>.
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

  /// Replaces errors of one type with the result of a closure on an executor; see
  /// <doc:BFTask#Continuations-and-tokens>.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith<Failure: Error>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (Failure) throws -> Value
  ) -> BFTask {
    rescued(executor, unless: nil, rescue(by: continuation))
  }

  /// Replaces errors of one type with the result of a closure on an executor, unless a token is
  /// cancelled; see <doc:BFTask#Continuations-and-tokens>.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith<Failure: Error>(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    continuation: @escaping @Sendable (Failure) throws -> Value
  ) -> BFTask {
    rescued(executor, unless: token, rescue(by: continuation))
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
        future: future.recoverErrors(on: executor.context, storing: Rescue(rescue))
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

/// Returns a closure for any error that handles errors of one type, and throws the others.
func rescue<Failure: Error, Output>(
  by continuation: @escaping @Sendable (Failure) throws -> Output
) -> @Sendable (any Error) throws -> Output {
  { error in
    guard let error = error as? Failure else { throw error }
    return try continuation(error)
  }
}
