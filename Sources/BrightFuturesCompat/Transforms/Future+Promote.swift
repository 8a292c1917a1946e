public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable, Value.Error == Never {
  /// Returns this future with an error type, to combine it with futures that can fail.
  ///
  /// - Returns: A future with the same value.
  @inlinable
  public func promoteError<E1: Error>() -> Future<Value.Value, E1> {
    Future(asFuture.future.setFailureType(to: E1.self))
  }
}

extension AsyncType
where Value: ResultProtocol, Value.Value: Sendable, Value.Error == BrightFuturesError<Never> {
  /// Returns this future with an error type that has external errors.
  ///
  /// - Returns: A future that settles when this one settles.
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
  /// Returns this future with a value type, to combine it with futures that can succeed.
  ///
  /// - Returns: A future with the same failure.
  @inlinable
  public func promoteValue<T: Sendable>() -> Future<T, Value.Error> {
    flatMap(immediateExecutionContext) { value -> Future<T, Value.Error> in }
  }
}

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Casts the value and the error to other types.
  ///
  /// Traps when this future settles with a value or an error of a different type.
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
