public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Returns a future of the values of two futures.
  ///
  /// The futures are awaited in their order, not in the order in which they settle. If this future
  /// fails, the new future fails with its error. While this future is pending, a failure of the
  /// other future has no effect.
  ///
  /// - Parameter that: The second future.
  /// - Returns: A future of both values.
  @inlinable
  public func zip<U: Sendable>(
    _ that: Future<U, Value.Error>
  ) -> Future<(Value.Value, U), Value.Error> {
    Future(asFuture.future.zip(that.future))
  }

  /// Returns a future that fails if the value does not meet a condition.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - p: The condition. It runs on the main actor if the call is made there, otherwise inline,
  ///     on the thread that completes this future.
  /// - Returns: A future that fails with `noSuchElement` if the condition is not met, and with the
  ///   failure of this one as `external`.
  @inlinable
  @preconcurrency
  public func filter(
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext _ p: @escaping @Sendable @isolated(any) (Value.Value) -> Bool
  ) -> Future<Value.Value, BrightFuturesError<Value.Error>> {
    let home = homeIsolation(of: p.isolation, calledFrom: isolation)
    let condition = withoutIsolation(p)
    return Future(
      asFuture.future.mapResult(on: Futures.ExecutionContext(isolation: home)) {
        result throws(BrightFuturesError<Value.Error>) in
        switch result {
        case .success(let value):
          guard condition(value) else { throw .noSuchElement }
          return value
        case .failure(let error): throw .external(error)
        }
      }
    )
  }
}
