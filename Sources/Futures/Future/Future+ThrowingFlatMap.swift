extension Future {
  /// Starts further work with a throwing closure, and returns a future of its outcome.
  ///
  /// An error that `next` throws fails the returned future, whose error type is `any Error`. To
  /// keep an error type, return a failed future. Otherwise the same as the other `flatMap`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `next` is released without running and the returned future is
  ///     cancelled.
  ///   - next: Starts the further work. Called at most once, and released then. Runs where it is
  ///     written.
  /// - Returns: A future with the outcome of the further work.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Output>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (Value) throws -> Future<Output, any Error>
  ) -> Future<Output, any Error> {
    derive(
      token,
      IsolatedThrowingWork(next),
      Future.throwingFlatMapping(with: ThrowingWork<Value, Output, any Error>.self)
    )
  }

  /// Starts further work with another error type, or with a throwing closure, and returns a future
  /// of its outcome.
  ///
  /// The error type of the returned future is `any Error`, which holds both. An error that `next`
  /// throws fails the returned future. Otherwise the same as the other `flatMap`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `next` is released without running and the returned future is
  ///     cancelled.
  ///   - next: Starts the further work. Called at most once, and released then. Runs where it is
  ///     written.
  /// - Returns: A future with the outcome of the further work.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Output, OtherFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (Value) throws -> Future<Output, OtherFailure>
  ) -> Future<Output, any Error> {
    derive(
      token,
      IsolatedThrowingWork(next),
      Future.throwingFlatMapping(toErased: Future<Output, OtherFailure>.self)
    )
  }
}

// MARK: - Steps

extension Future {
  /// Takes over the future that the closure of the derived cell, which may throw, returns for the
  /// value.
  ///
  /// The error type of that future is `any Error`.
  @inlinable
  static func throwingFlatMapping<Output, Shape: StoredClosure>(
    with shape: Shape.Type
  ) -> WorkStep
  where
    Shape.Input == Value, Shape.Output == Future<Output, any Error>, Shape.Problem == any Error
  {
    inScope { source, derived in
      let next = derived.takeClosure(as: Shape.self)
      guard source.isSuccess else { return derived.pass(failureOf: source, erasing: Failure.self) }
      return derived.catching { () throws(any Error) in
        derived.takeOver(try next(source.load(as: Value.self)).cell, as: (any Error).self)
      }
    }
  }

  /// The same for a future whose error type is widened.
  @inlinable
  static func throwingFlatMapping<Output, OtherFailure: Error>(
    toErased further: Future<Output, OtherFailure>.Type
  ) -> WorkStep {
    inScope { source, derived in
      let next = derived.takeClosure(as: ThrowingWork<Value, Output, OtherFailure>.self).call
      guard source.isSuccess else { return derived.pass(failureOf: source, erasing: Failure.self) }
      return derived.catching { () throws(any Error) in
        derived.takeOver(
          try next(source.load(as: Value.self)).cell,
          erasing: OtherFailure.self
        )
      }
    }
  }
}
