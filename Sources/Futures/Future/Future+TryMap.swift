extension Future {
  /// Transforms the value with a closure or function that throws this future's error type.
  ///
  /// ```swift
  /// // parse is (String) throws(SyntaxError) -> Int
  /// let number = text.tryMap(parse)
  /// ```
  ///
  /// Write the type of a closure out, `{ text throws(SyntaxError) in … }`: the compiler infers
  /// `any Error` for a closure that throws.
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
  public func tryMap<Output>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ transform:
      @escaping @Sendable @isolated(any) (Value) throws(Failure) -> Output
  ) -> Future<Output, Failure> {
    derive(
      token,
      IsolatedTypedTransform(transform),
      Future.tryMapping(to: Future<Output, Failure>.self)
    )
  }

  /// Transforms the value with a closure or function that throws this future's error type, on a
  /// context of your choice.
  @inlinable
  public func tryMap<Output>(
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

  /// Starts further work with a closure or function that throws this future's error type, and
  /// returns a future of its outcome.
  ///
  /// Write the type of a closure out, `{ user throws(SyntaxError) in … }`: the compiler infers
  /// `any Error` for a closure that throws. Otherwise the same as the other `flatMap`.
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
  public func tryFlatMap<Output>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (Value) throws(Failure) -> Future<Output, Failure>
  ) -> Future<Output, Failure> {
    tryFlatMap(
      on: ExecutionContext(isolation: next.isolation),
      cancellation: token,
      withoutIsolation(next)
    )
  }

  /// Starts further work with a closure or function that throws this future's error type, on a
  /// context of your choice.
  @inlinable
  public func tryFlatMap<Output>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ next: @escaping @Sendable (Value) throws(Failure) -> Future<Output, Failure>
  ) -> Future<Output, Failure> {
    let step = inScope { source, derived in
      guard source.isSuccess else { return derived.pass(failureOf: source, as: Failure.self) }
      return derived.catching { () throws(Failure) in
        derived.takeOver(try next(source.load(as: Value.self)).cell, as: Failure.self)
      }
    }
    return derive(on: context, token, step)
  }
}

extension Future where Failure == Never {
  /// Transforms the value of a future that cannot fail with a closure or function that may.
  ///
  /// The returned future has the error type that `transform` throws.
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
  public func tryMap<Output, NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ transform:
      @escaping @Sendable @isolated(any) (Value) throws(NewFailure) -> Output
  ) -> Future<Output, NewFailure> {
    derive(
      token,
      IsolatedTypedTransform(transform),
      Future.tryMapping(to: Future<Output, NewFailure>.self)
    )
  }

  /// Transforms the value of a future that cannot fail with a closure or function that may, on a
  /// context of your choice.
  @inlinable
  public func tryMap<Output, NewFailure: Error>(
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
