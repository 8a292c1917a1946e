extension Future {
  /// Returns a future of the value that a closure returns for the outcome.
  ///
  /// The returned future has the error type that `transform` throws. Semantics from Bolts'
  /// `continueWith`.
  ///
  /// `transform` has the task-local values of the code that completes this future, and none after a
  /// hop to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `transform` is released without running and the returned future is
  ///     cancelled.
  ///   - transform: Returns the new value. Called at most once, and released then. Runs where it is
  ///     written.
  /// - Returns: A future of the new value.
  @inlinable
  public func mapResult<Output, NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ transform:
      @escaping @Sendable @isolated(any) (Result<Value, Failure>) throws(NewFailure) -> Output
  ) -> Future<Output, NewFailure> {
    derive(
      token,
      IsolatedTypedTransform(transform),
      Future.mappingResult(to: Future<Output, NewFailure>.self)
    )
  }

  /// Returns a future of the value that a closure returns for the outcome, on a context of your
  /// choice.
  @inlinable
  public func mapResult<Output, NewFailure: Error>(
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

  /// Starts further work with the outcome, and returns a future of the outcome of that work.
  ///
  /// The returned future has the error type of the further work. Semantics from Bolts'
  /// `continueWithTask`. Work that `next` starts belongs to the scope that is current now
  /// (``CancellationToken/current``). To await in `next`, return
  /// `Future { try await store(result) }`.
  ///
  /// `next` has the task-local values of the code that completes this future, and none after a hop
  /// to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `next` is released without running and the returned future is
  ///     cancelled.
  ///   - next: Starts the further work. Called at most once, and released then. Runs where it is
  ///     written.
  /// - Returns: A future with the outcome of the further work.
  @inlinable
  public func flatMapResult<Output, NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (Result<Value, Failure>) -> Future<Output, NewFailure>
  ) -> Future<Output, NewFailure> {
    derive(token, IsolatedWork(next), Future.flatMappingResult(to: Future<Output, NewFailure>.self))
  }

  /// Starts further work with the outcome on a context of your choice, and returns a future of the
  /// outcome of that work.
  @inlinable
  public func flatMapResult<Output, NewFailure: Error>(
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

  // Closures that throw have separate overloads: where nothing else determines the error type, the
  // compiler infers it from what the closure throws, which is `Never` if it does not throw, so that
  // `flatMapResult { _ in load() }` would not compile with this overload alone.

  /// Starts further work with the outcome, with a throwing closure.
  ///
  /// The returned future has the error type that the closure spells. Otherwise the same as the
  /// other `flatMapResult`.
  ///
  /// `next` has the task-local values of the code that completes this future, and none after a hop
  /// to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `next` is released without running and the returned future is
  ///     cancelled.
  ///   - next: Starts the further work, or throws. Called at most once, and released then. Runs
  ///     where it is written.
  /// - Returns: A future with the outcome of the further work.
  @inlinable
  @_disfavoredOverload
  public func flatMapResult<Output, NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (Result<Value, Failure>) throws(NewFailure) -> Future<
        Output, NewFailure
      >
  ) -> Future<Output, NewFailure> {
    derive(
      token,
      IsolatedTypedWork(next),
      Future.typedFlatMappingResult(to: Future<Output, NewFailure>.self)
    )
  }

  /// Starts further work with the outcome, with a throwing closure, on a context of your choice.
  @inlinable
  @_disfavoredOverload
  public func flatMapResult<Output, NewFailure: Error>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ next:
      @escaping @Sendable (Result<Value, Failure>) throws(NewFailure) -> Future<
        Output, NewFailure
      >
  ) -> Future<Output, NewFailure> {
    derive(
      on: context,
      token,
      TypedWork(next),
      Future.typedFlatMappingResult(to: Future<Output, NewFailure>.self)
    )
  }

  /// Starts further work with the outcome, with a throwing closure.
  ///
  /// The returned future has the error type `any Error`. Otherwise the same as the other
  /// `flatMapResult`.
  ///
  /// `next` has the task-local values of the code that completes this future, and none after a hop
  /// to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `next` is released without running and the returned future is
  ///     cancelled.
  ///   - next: Starts the further work, or throws. Called at most once, and released then. Runs
  ///     where it is written.
  /// - Returns: A future with the outcome of the further work.
  @inlinable
  @_disfavoredOverload
  public func flatMapResult<Output, NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (Result<Value, Failure>) throws -> Future<
        Output, NewFailure
      >
  ) -> Future<Output, any Error> {
    derive(
      token,
      IsolatedThrowingWork(next),
      Future.throwingFlatMappingResult(to: Future<Output, NewFailure>.self)
    )
  }

  /// Starts further work with the outcome, with a throwing closure, on a context of your choice.
  @inlinable
  @_disfavoredOverload
  public func flatMapResult<Output, NewFailure: Error>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ next: @escaping @Sendable (Result<Value, Failure>) throws -> Future<Output, NewFailure>
  ) -> Future<Output, any Error> {
    derive(
      on: context,
      token,
      ThrowingWork(next),
      Future.throwingFlatMappingResult(to: Future<Output, NewFailure>.self)
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

  /// The same for a closure that may throw.
  @inlinable
  static func typedFlatMappingResult<Output, NewFailure: Error>(
    to further: Future<Output, NewFailure>.Type
  ) -> WorkStep {
    inScope { source, derived in
      let next = derived.takeClosure(
        as: TypedWork<Result<Value, Failure>, Output, NewFailure>.self
      ).call
      guard let result = Future(cell: source).currentResult else {
        return derived.pass(failureOf: source, as: NewFailure.self)
      }
      return derived.catching { () throws(NewFailure) in
        derived.takeOver(try next(result).cell, as: NewFailure.self)
      }
    }
  }

  /// The same for a closure that may throw any error.
  @inlinable
  static func throwingFlatMappingResult<Output, NewFailure: Error>(
    to further: Future<Output, NewFailure>.Type
  ) -> WorkStep {
    inScope { source, derived in
      let next = derived.takeClosure(
        as: ThrowingWork<Result<Value, Failure>, Output, NewFailure>.self
      ).call
      guard let result = Future(cell: source).currentResult else {
        return derived.pass(failureOf: source, as: (any Error).self)
      }
      return derived.catching { () throws(any Error) in
        derived.takeOver(try next(result).cell, erasing: NewFailure.self)
      }
    }
  }
}
