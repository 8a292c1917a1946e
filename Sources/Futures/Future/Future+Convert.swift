extension Future {
  /// Returns a future that settles with this one, without the value.
  package func asVoid() -> Future<Void, Failure> { on(.inline).map { _ in } }

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
  /// Returns a future that settles with this one, and has an error type.
  @usableFromInline
  package func setFailureType<NewFailure: Error>(
    to type: NewFailure.Type
  ) -> Future<Value, NewFailure> {
    derive(on: .inline, .never) { source, derived in
      derived.forward(from: source, failure: NewFailure.self)
    }
  }
}
