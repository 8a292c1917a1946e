extension Future {
  /// Returns a future whose error is transformed.
  ///
  /// If this future succeeds, the returned future succeeds with the same value and `transform` is
  /// not called. Semantics from BrightFutures' `mapError`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `transform` is released without running and the returned future is
  ///     cancelled.
  ///   - transform: Returns the new error. Called at most once, and released then. Runs where it is
  ///     written.
  /// - Returns: A future of the same value type.
  @inlinable
  public func mapError<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ transform:
      @escaping @Sendable @isolated(any) (Failure) -> NewFailure
  ) -> Future<Value, NewFailure> {
    derive(token, IsolatedTransform(transform), Future.mappingError(to: NewFailure.self))
  }

  /// Applies the closure of the derived cell to the error.
  @inlinable
  static func mappingError<NewFailure: Error>(to failure: NewFailure.Type) -> Step {
    { source, derived in
      let transform = derived.takeClosure(as: Transform<Failure, NewFailure>.self).call
      if source.hasNoError { return derived.forward(from: source, failure: NewFailure.self) }
      return derived.fail(transform(source.load(as: Failure.self)), as: NewFailure.self).orNone
    }
  }
}
