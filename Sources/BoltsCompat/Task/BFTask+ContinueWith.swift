public import Futures

extension BFTask {
  /// Runs a closure when the task has ended, with any outcome; in `Futures`, `mapResult`: see
  /// <doc:ComingFromBolts#Every-name>.
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

  /// Starts further work when the task has ended, with any outcome, and waits for it; in `Futures`,
  /// `flatMapResult`: see <doc:ComingFromBolts#Every-name>.
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

  /// Runs a closure on an executor when the task has ended, like
  /// ``continueWith(cancellationToken:isolation:continuation:)``.
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

  /// Runs a closure on an executor when the task has ended, unless a token is cancelled by then;
  /// see <doc:BFTask#Continuations-and-tokens>.
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

  /// Starts further work on an executor when the task has ended, like
  /// ``continueWithTask(cancellationToken:isolation:continuation:)``.
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

  /// Starts further work on an executor when the task has ended, unless a token is cancelled by
  /// then; see <doc:BFTask#Continuations-and-tokens>.
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
