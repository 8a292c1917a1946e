extension Future {
  /// Replaces a failure with a value, or with the error that the closure throws.
  ///
  /// ```swift
  /// let name = lookUp(id).recover { _ in "unknown" }
  /// // Future<String, Never>
  /// ```
  ///
  /// ![recover settles with the page, flatMapError when other work has.](flatMapError)
  ///
  /// If this future succeeds, the returned future succeeds with the same value and `rescue` is not
  /// called. Cancellation is a failure like any other. The returned future has the error type that
  /// `rescue` throws; it cannot fail if `rescue` throws nothing. Semantics from BrightFutures'
  /// `recover`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `rescue` is released without running and the returned future is
  ///     cancelled. It has no outcome if it cannot fail.
  ///   - rescue: Returns a value for the error, or throws. Called at most once, and released then.
  ///     Runs where it is written.
  /// - Returns: A future of the same value type.
  @inlinable
  public func recover<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ rescue:
      @escaping @Sendable @isolated(any) (Failure) throws(NewFailure) -> Value
  ) -> Future<Value, NewFailure> {
    derive(token, IsolatedTypedTransform(rescue), Future.recovering(orThrowing: NewFailure.self))
  }

  /// Replaces a failure with the outcome of further work.
  ///
  /// If this future succeeds, the returned future succeeds with the same value and `rescue` is not
  /// called. The returned future has the error type of the further work. Work that `rescue` starts
  /// belongs to the scope that is current now (``CancellationToken/current``). To await in
  /// `rescue`, return `Future { try await page(at: mirror) }`. Semantics from BrightFutures'
  /// `flatMapError`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `rescue` is released without running and the returned future is
  ///     cancelled.
  ///   - rescue: Starts the further work. Called at most once, and released then. Runs where it is
  ///     written.
  /// - Returns: A future of the same value type.
  @inlinable
  public func flatMapError<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ rescue:
      @escaping @Sendable @isolated(any) (Failure) -> Future<Value, NewFailure>
  ) -> Future<Value, NewFailure> {
    derive(token, IsolatedWork(rescue), Future.recovering(with: NewFailure.self))
  }

  // Closures that throw have separate overloads: where nothing else determines the error type, the
  // compiler infers it from what the closure throws, which is `Never` if it does not throw, so that
  // `flatMapError { _ in load() }` would not compile with this overload alone.

  /// Replaces a failure with the outcome of further work, or with the error that the closure
  /// throws.
  ///
  /// Both have the error type that the closure spells, `{ error throws(LoadError) in … }`.
  /// Otherwise the same as the other `flatMapError`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `rescue` is released without running and the returned future is
  ///     cancelled.
  ///   - rescue: Starts the further work, or throws. Called at most once, and released then. Runs
  ///     where it is written.
  /// - Returns: A future of the same value type.
  @inlinable
  @_disfavoredOverload
  public func flatMapError<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ rescue:
      @escaping @Sendable @isolated(any) (Failure) throws(NewFailure) -> Future<Value, NewFailure>
  ) -> Future<Value, NewFailure> {
    derive(token, IsolatedTypedWork(rescue), Future.typedRecovering(with: NewFailure.self))
  }

  /// Replaces a failure with the outcome of further work, or with the error that the closure
  /// throws.
  ///
  /// The returned future has the error type `any Error`. Otherwise the same as the other
  /// `flatMapError`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `rescue` is released without running and the returned future is
  ///     cancelled.
  ///   - rescue: Starts the further work, or throws. Called at most once, and released then. Runs
  ///     where it is written.
  /// - Returns: A future of the same value type.
  @inlinable
  @_disfavoredOverload
  public func flatMapError<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ rescue:
      @escaping @Sendable @isolated(any) (Failure) throws -> Future<Value, NewFailure>
  ) -> Future<Value, any Error> {
    derive(token, IsolatedThrowingWork(rescue), Future.throwingRecovering(with: NewFailure.self))
  }
}

// MARK: - Steps

extension Future {
  /// Applies the closure of the derived cell to the error.
  @inlinable
  static func recovering<NewFailure: Error>(orThrowing failure: NewFailure.Type) -> Step {
    { source, derived in
      let rescue = derived.takeClosure(as: TypedTransform<Failure, Value, NewFailure>.self).call
      if source.hasNoError { return derived.forward(from: source, failure: NewFailure.self) }
      return derived.catching { () throws(NewFailure) in
        derived.succeed(try rescue(source.load(as: Failure.self))).orNone
      }
    }
  }

  /// Takes over the future that the closure of the derived cell returns for the error.
  @inlinable
  static func recovering<NewFailure: Error>(with failure: NewFailure.Type) -> WorkStep {
    inScope { source, derived in
      let rescue = derived.takeClosure(as: Work<Failure, Value, NewFailure>.self).call
      if source.hasNoError { return derived.forward(from: source, failure: NewFailure.self) }
      return derived.takeOver(rescue(source.load(as: Failure.self)).cell, as: NewFailure.self)
    }
  }

  /// The same for a closure that may throw the error of the future that it returns.
  @inlinable
  static func typedRecovering<NewFailure: Error>(with failure: NewFailure.Type) -> WorkStep {
    inScope { source, derived in
      let rescue = derived.takeClosure(as: TypedWork<Failure, Value, NewFailure>.self).call
      if source.hasNoError { return derived.forward(from: source, failure: NewFailure.self) }
      return derived.catching { () throws(NewFailure) in
        derived.takeOver(try rescue(source.load(as: Failure.self)).cell, as: NewFailure.self)
      }
    }
  }

  /// The same for a closure that may throw any error.
  @inlinable
  static func throwingRecovering<NewFailure: Error>(with failure: NewFailure.Type) -> WorkStep {
    inScope { source, derived in
      let rescue = derived.takeClosure(as: ThrowingWork<Failure, Value, NewFailure>.self).call
      if source.hasNoError { return derived.forward(from: source, failure: (any Error).self) }
      return derived.catching { () throws(any Error) in
        derived.takeOver(
          try rescue(source.load(as: Failure.self)).cell,
          erasing: NewFailure.self
        )
      }
    }
  }
}
