public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Waits for two futures.
  ///
  /// It looks at the futures in their order, not in the order in which they settle: if this one
  /// fails, that is the outcome; while this one is pending, a failure of the other one is not
  /// looked at.
  ///
  /// - Parameter that: The second future.
  /// - Returns: A future of both values.
  @inlinable
  public func zip<U: Sendable>(
    _ that: Future<U, Value.Error>
  ) -> Future<(Value.Value, U), Value.Error> {
    Future(asFuture.future.zip(that.future))
  }

  /// Lets a value pass that meets a condition.
  ///
  /// - Parameters:
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - p: The condition. Runs on the main actor if the call is made there, otherwise inline, on
  ///     the thread that completes this future.
  /// - Returns: A future that fails with `noSuchElement` if the condition is not met, and with this
  ///   one's failure as `external`.
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
