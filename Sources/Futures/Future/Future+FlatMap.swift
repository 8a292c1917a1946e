extension Future {
  /// Starts further work with the value, and returns a future of its outcome.
  ///
  /// ```swift
  /// let name = user(id: 7)
  ///   .flatMap { user in load(user.avatar) }
  ///   .map { $0.fileName }
  /// ```
  ///
  /// ![The forecast starts when the place is found, and its value is the result.](flatMap)
  ///
  /// If this future fails, the returned future fails with the same error and `next` is not called.
  /// Cancelling the returned future does not cancel the one that `next` returned, which may be
  /// shared. To stop both, use a scope: work that `next` starts belongs to the scope that is
  /// current now, regardless of the code that completes this future
  /// (``CancellationToken/current``). Semantics from BrightFutures' `flatMap` and Bolts'
  /// `continueOnSuccessWithTask`.
  ///
  /// A function that ends by calling itself through `flatMap` may recurse without limit, in
  /// constant stack and memory.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `next` is released without running and the returned future is
  ///     cancelled, even while it waits for the future that `next` returned.
  ///   - next: Starts the further work. Called at most once, and released then. Runs where it is
  ///     written.
  /// - Returns: A future with the outcome of the further work.
  @inlinable
  public func flatMap<Output>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (Value) -> Future<Output, Failure>
  ) -> Future<Output, Failure> {
    derive(token, IsolatedWork(next), Future.flatMapping(with: Work<Value, Output, Failure>.self))
  }

  /// Starts further work that cannot fail, and returns a future of its value.
  ///
  /// The returned future has this one's error type. Otherwise the same as the other `flatMap`.
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
      @escaping @Sendable @isolated(any) (Value) -> Future<Output, Never>
  ) -> Future<Output, Failure> {
    derive(token, IsolatedWork(next), Future.flatMapping(toUnfailing: Output.self))
  }
}

extension Future where Failure == Never {
  /// Starts further work that may fail with any error, and returns a future of its outcome.
  ///
  /// The error type of the returned future is `any Error`.
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
      @escaping @Sendable @isolated(any) (Value) -> Future<Output, any Error>
  ) -> Future<Output, any Error> {
    derive(token, IsolatedWork(next), Future.flatMapping(with: Work<Value, Output, any Error>.self))
  }

  /// Starts further work that may fail, and returns a future of its outcome.
  ///
  /// The returned future has the error type of the further work.
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
  public func flatMap<Output, NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ next:
      @escaping @Sendable @isolated(any) (Value) -> Future<Output, NewFailure>
  ) -> Future<Output, NewFailure> {
    derive(
      token,
      IsolatedWork(next),
      Future.flatMapping(with: Work<Value, Output, NewFailure>.self)
    )
  }
}

// MARK: - Steps

extension Future {
  /// Takes over the future that the closure of the derived cell returns for the value.
  ///
  /// The error type is that of this future, unless this one cannot fail.
  @inlinable
  static func flatMapping<Output, NewFailure: Error, Shape: StoredClosure>(
    with shape: Shape.Type
  ) -> WorkStep
  where
    Shape.Input == Value, Shape.Output == Future<Output, NewFailure>, Shape.Problem == Never
  {
    inScope { source, derived in
      let next = derived.takeClosure(as: Shape.self)
      guard source.isSuccess else { return derived.pass(failureOf: source, as: NewFailure.self) }
      return derived.takeOver(next(source.load(as: Value.self)).cell, as: NewFailure.self)
    }
  }

  /// The same for a closure whose future cannot fail.
  @inlinable
  static func flatMapping<Output: Sendable>(toUnfailing output: Output.Type) -> WorkStep {
    inScope { source, derived in
      let next = derived.takeClosure(as: Work<Value, Output, Never>.self).call
      guard source.isSuccess else { return derived.pass(failureOf: source, as: Failure.self) }
      return derived.takeOver(
        unfailing: next(source.load(as: Value.self)).cell,
        as: Failure.self
      )
    }
  }
}
