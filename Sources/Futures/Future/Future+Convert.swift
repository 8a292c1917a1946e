extension Future {
  /// Returns a future that settles without the value.
  ///
  /// - Returns: A future that settles with this one.
  public func asVoid() -> Future<Void, Failure> { map(on: .inline) { _ in } }

  /// Returns a future with the error type `any Error`.
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
  /// Returns a future with an error type, to combine a future that cannot fail with futures that
  /// can.
  ///
  /// `flatMap` and `tryMap` do not need this method: they adopt the other error type. `zip` widens
  /// the error type to `any Error` without it.
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
