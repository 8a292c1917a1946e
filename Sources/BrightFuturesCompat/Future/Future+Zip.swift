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
  /// - Parameter p: The condition. Runs inline, on the thread that completes this future.
  /// - Returns: A future that fails with `noSuchElement` if the condition is not met, and with this
  ///   one's failure as `external`.
  @inlinable
  @preconcurrency
  public func filter(
    _ p: @escaping @Sendable (Value.Value) -> Bool
  ) -> Future<Value.Value, BrightFuturesError<Value.Error>> {
    mapError(immediateExecutionContext) { .external($0) }
      .flatMap(immediateExecutionContext) { value -> Result in
        p(value) ? .success(value) : .failure(.noSuchElement)
      }
  }
}
