public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable, Value.Error == Never {
  /// Gives a future that cannot fail an error type, to combine it with futures that can.
  ///
  /// - Returns: A future that succeeds with this one.
  @inlinable
  public func promoteError<E1: Error>() -> Future<Value.Value, E1> {
    Future(asFuture.future.setFailureType(to: E1.self))
  }
}

extension AsyncType
where Value: ResultProtocol, Value.Value: Sendable, Value.Error == BrightFuturesError<Never> {
  /// Widens the error type by external errors.
  ///
  /// - Returns: A future that settles with this one.
  @inlinable
  public func promoteError<E1: Error>() -> Future<Value.Value, BrightFuturesError<E1>> {
    mapError(immediateExecutionContext) { error in
      switch error {
      case .noSuchElement: .noSuchElement
      case .invalidationTokenInvalidated: .invalidationTokenInvalidated
      case .illegalState: .illegalState
      }
    }
  }
}

extension AsyncType where Value: ResultProtocol, Value.Value == Never {
  /// Gives a future that cannot succeed a value type, to combine it with futures that can.
  ///
  /// - Returns: A future that fails with this one.
  @inlinable
  public func promoteValue<T: Sendable>() -> Future<T, Value.Error> {
    flatMap(immediateExecutionContext) { value -> Future<T, Value.Error> in }
  }
}

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Casts value and error to other types.
  ///
  /// Traps when this future settles with something that is not of these types.
  ///
  /// - Returns: A future of the other types.
  public func forceType<U: Sendable, E1: Error>() -> Future<U, E1> {
    Future(
      asFuture.future.flatMapResult(on: .inline) { result in
        Futures.Future(result: result.map { $0 as! U }.mapError { $0 as! E1 })
      }
    )
  }
}
