public import Futures

extension BFTask {
  /// Runs a closure when the task has ended with a result; in `Futures`, `map`: see
  /// <doc:ComingFromBolts#Every-name>.
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

  /// Starts further work when the task has ended with a result, and waits for it; in `Futures`,
  /// `flatMap`: see <doc:ComingFromBolts#Every-name>.
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

  /// Runs a closure on an executor when the task has ended with a result, like
  /// ``continueOnSuccessWith(cancellationToken:isolation:continuation:)``.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func continueOnSuccessWith<Output>(
    _ executor: BFExecutor,
    continuation: @escaping @Sendable (Value) throws -> Output
  ) -> BFTask<Output> {
    BFTask<Output>(future: future.mapValue(on: executor.context, continuation))
  }

  /// Runs a closure on an executor when the task has ended with a result, unless a token is
  /// cancelled; see <doc:BFTask#Continuations-and-tokens>.
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

  /// Starts further work on an executor when the task has ended with a result, like
  /// ``continueOnSuccessWithTask(cancellationToken:isolation:continuation:)``.
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

  /// Starts further work on an executor when the task has ended with a result, unless a token is
  /// cancelled; see <doc:BFTask#Continuations-and-tokens>.
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
