internal import Futures

extension AsyncType where Value: AsyncType {
  /// Waits for the inner result.
  ///
  /// - Returns: One with the inner result.
  public func flatten() -> Value {
    Value(other: Async(_outcome.flatMap { inner in inner._outcome }))
  }
}

extension AsyncType
where
  Value: ResultProtocol, Value.Value: AsyncType, Value.Value.Value: ResultProtocol,
  Value.Value.Value.Value: Sendable, Value.Error == Value.Value.Value.Error
{
  /// Waits for the inner future.
  ///
  /// - Returns: A future with the inner outcome, or with this one's failure.
  public func flatten() -> Future<Value.Value.Value.Value, Value.Error> {
    flatMap(immediateExecutionContext) { inner in inner.asFuture }
  }
}
