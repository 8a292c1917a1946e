internal import Futures

extension AsyncType where Value: AsyncType {
  /// Returns the inner future.
  ///
  /// - Returns: A future with the inner result.
  public func flatten() -> Value {
    Value(other: Async(outcome.flatMap { inner in inner.outcome }))
  }
}

extension AsyncType
where
  Value: ResultProtocol, Value.Value: AsyncType, Value.Value.Value: ResultProtocol,
  Value.Value.Value.Value: Sendable, Value.Error == Value.Value.Value.Error
{
  /// Returns the inner future.
  ///
  /// - Returns: A future with the inner outcome, or with the failure of this one.
  public func flatten() -> Future<Value.Value.Value.Value, Value.Error> {
    flatMap(immediateExecutionContext) { inner in inner.asFuture }
  }
}

extension ResultProtocol {
  /// Starts further work with the value.
  ///
  /// - Parameter transform: A closure that starts the work. It runs in this call, and only for a
  ///   success.
  /// - Returns: The future that `transform` returned, or a future that has failed with the error.
  @inlinable
  public func flatMap<U: Sendable>(_ transform: (Value) -> Future<U, Error>) -> Future<U, Error> {
    analysis(ifSuccess: transform, ifFailure: { Future(error: $0) })
  }

  /// Returns the inner result.
  ///
  /// - Returns: The inner result, or the failure of this one.
  @inlinable
  public func flatten<Inner>() -> Result<Inner, Error> where Value == Result<Inner, Error> {
    analysis(ifSuccess: { $0 }, ifFailure: { .failure($0) })
  }

  /// Returns the future in this result.
  ///
  /// - Returns: The future, or a future that has failed with the error.
  @inlinable
  public func flatten<Inner: Sendable>() -> Future<Inner, Error>
  where Value == Future<Inner, Error> {
    analysis(ifSuccess: { $0 }, ifFailure: { Future(error: $0) })
  }
}
