internal import Futures

extension BFTask {
  /// Replaces an error with the outcome of further work; in `Futures`, `flatMapError`: see
  /// <doc:ComingFromBolts#Every-name>.
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

  /// Replaces errors of one type with the outcome of further work, and passes on other errors.
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

  /// Replaces an error with the outcome of further work on an executor; see
  /// <doc:BFTask#Continuations-and-tokens>.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (any Error) throws -> BFTask
  ) -> BFTask {
    rescuedWithTask(executor, unless: nil, continuation)
  }

  /// Replaces an error with the outcome of further work on an executor, unless a token is
  /// cancelled; see <doc:BFTask#Continuations-and-tokens>.
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

  /// Replaces errors of one type with the outcome of further work on an executor; see
  /// <doc:BFTask#Continuations-and-tokens>.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask<Failure: Error>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (Failure) throws -> BFTask
  ) -> BFTask {
    rescuedWithTask(executor, unless: nil, rescue(by: continuation))
  }

  /// Replaces errors of one type with the outcome of further work on an executor, unless a token is
  /// cancelled; see <doc:BFTask#Continuations-and-tokens>.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask<Failure: Error>(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    continuation: @escaping @Sendable (Failure) throws -> BFTask
  ) -> BFTask {
    rescuedWithTask(executor, unless: token, rescue(by: continuation))
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
        future: future.recoverErrorsWith(on: executor.context, storing: TaskRescue(rescue))
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
