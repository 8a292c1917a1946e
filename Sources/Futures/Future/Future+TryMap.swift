// For façades, and for verbs whose closures throw the error type of the future.

extension Future {
  /// Transforms the value with a closure that throws this future's error type.
  @inlinable
  package func tryMap<Output>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Output
  ) -> Future<Output, Failure> {
    derive(
      on: context,
      token,
      TypedTransform(transform),
      Future.tryMapping(to: Future<Output, Failure>.self)
    )
  }
}

extension Future where Failure == Never {
  /// Transforms the value of a future that cannot fail with a closure that may.
  @inlinable
  package func tryMap<Output, NewFailure: Error>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ transform: @escaping @Sendable (Value) throws(NewFailure) -> Output
  ) -> Future<Output, NewFailure> {
    derive(
      on: context,
      token,
      TypedTransform(transform),
      Future.tryMapping(to: Future<Output, NewFailure>.self)
    )
  }
}

extension Future {
  /// Applies the closure of the derived cell, which may throw, to the value.
  ///
  /// The error type is that of this future, unless this one cannot fail.
  @inlinable
  static func tryMapping<Output, NewFailure: Error>(
    to derived: Future<Output, NewFailure>.Type
  ) -> Step {
    { source, derived in
      let transform = derived.takeClosure(as: TypedTransform<Value, Output, NewFailure>.self).call
      guard source.isSuccess else { return derived.pass(failureOf: source, as: NewFailure.self) }
      return derived.catching { () throws(NewFailure) in
        derived.succeed(try transform(source.load(as: Value.self))).orNone
      }
    }
  }
}
