extension Future {
  /// Drops the value.
  ///
  /// - Returns: A future that settles with this one.
  public func asVoid() -> Future<Void, Failure> { map(on: .inline) { _ in } }

  /// Widens the error type to `any Error`.
  ///
  /// - Returns: A future that settles with this one.
  public func eraseFailure() -> Future<Value, any Error> {
    if let same = self as? Future<Value, any Error> { return same }
    return derive(on: .inline, .never) { source, derived in
      derived.forward(from: source, erasing: Failure.self)
    }
  }
}

extension Future where Failure == Never {
  /// Gives a future that cannot fail an error type, to combine it with futures that can.
  ///
  /// `flatMap` and `tryMap` do not need this: they adopt the other error type by themselves. `zip`
  /// without it widens to `any Error`.
  ///
  /// - Parameter type: The error type.
  /// - Returns: A future that settles with this one.
  public func setFailureType<NewFailure: Error>(
    to type: NewFailure.Type
  ) -> Future<Value, NewFailure> {
    derive(on: .inline, .never) { source, derived in
      derived.forward(from: source, failure: NewFailure.self)
    }
  }
}
