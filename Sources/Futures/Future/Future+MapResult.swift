// For façades and resolvers.

extension Future {
  /// Transforms the outcome.
  @inlinable
  package func mapResult<Output, NewFailure: Error>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ transform: @escaping @Sendable (Result<Value, Failure>) throws(NewFailure) -> Output
  ) -> Future<Output, NewFailure> {
    derive(
      on: context,
      token,
      TypedTransform(transform),
      Future.mappingResult(to: Future<Output, NewFailure>.self)
    )
  }

  /// Starts further work for the outcome.
  @inlinable
  package func flatMapResult<Output, NewFailure: Error>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ next: @escaping @Sendable (Result<Value, Failure>) -> Future<Output, NewFailure>
  ) -> Future<Output, NewFailure> {
    derive(
      on: context,
      token,
      Work(next),
      Future.flatMappingResult(to: Future<Output, NewFailure>.self)
    )
  }
}

// MARK: - Steps

extension Future {
  /// Applies the closure of the derived cell to the outcome.
  @inlinable
  static func mappingResult<Output, NewFailure: Error>(
    to derived: Future<Output, NewFailure>.Type
  ) -> Step {
    { source, derived in
      let transform = derived.takeClosure(
        as: TypedTransform<Result<Value, Failure>, Output, NewFailure>.self
      ).call
      guard let result = Future(cell: source).currentResult else {
        return derived.pass(failureOf: source, as: NewFailure.self)
      }
      return derived.catching { () throws(NewFailure) in
        derived.succeed(try transform(result)).orNone
      }
    }
  }

  /// Takes over the future that the closure of the derived cell returns for the outcome.
  @inlinable
  static func flatMappingResult<Output, NewFailure: Error>(
    to further: Future<Output, NewFailure>.Type
  ) -> WorkStep {
    inScope { source, derived in
      let next = derived.takeClosure(as: Work<Result<Value, Failure>, Output, NewFailure>.self).call
      guard let result = Future(cell: source).currentResult else {
        return derived.pass(failureOf: source, as: NewFailure.self)
      }
      return derived.takeOver(next(result).cell, as: NewFailure.self)
    }
  }
}
