extension Future {
  /// Returns a view of this future whose closures run on a context of your choice.
  ///
  /// ```swift
  /// let thumbnail = photo.on(.queue(decoding)).map { data in scale(data) }
  /// ```
  ///
  /// The view is a value that holds the future and the context, and starts nothing. Its transforms
  /// and observers are those of the future, with closures that are not isolated. An outcome that a
  /// closure does not apply to is passed on through the context, too, so that whatever follows
  /// continues there.
  ///
  /// - Parameter context: Where the closures run.
  /// - Returns: The view.
  @inlinable
  public func on(_ context: ExecutionContext) -> OnContext {
    OnContext(future: self, context: context)
  }

  /// A future whose closures run on a context of your choice.
  ///
  /// You get one from ``Future/on(_:)``. Each method does what the method of the same name on
  /// ``Future`` does. Its closure runs on the context. It has the task-local values of the code
  /// that completes the future where the context runs it at once, as ``ExecutionContext/inline``
  /// does, and none on a queue, an executor or an actor; see <doc:TaskLocalValues>.
  ///
  /// A context takes synchronous closures. For work that awaits, pass the closure to the future
  /// itself.
  public struct OnContext: Sendable {
    @usableFromInline let future: Future
    @usableFromInline let context: ExecutionContext

    @inlinable
    init(future: Future, context: ExecutionContext) {
      self.future = future
      self.context = context
    }
  }
}

// MARK: - Transforms

extension Future.OnContext {
  /// Returns a future of the value, transformed on the context.
  @inlinable
  public func map<Output>(
    cancellation token: CancellationToken = .never,
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> Future<Output, Failure> {
    future.noteMap(to: Output.self)
    return future.derive(on: context, token, Transform(transform), Future.mapping(to: Output.self))
  }

  /// Returns a future of the value that a throwing closure returns on the context.
  @inlinable
  public func map<Output>(
    cancellation token: CancellationToken = .never,
    _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> Future<Output, any Error> {
    future.noteMap(to: Output.self)
    return future.derive(
      on: context,
      token,
      ThrowingTransform(transform),
      Future.throwingMapping(to: Output.self)
    )
  }

  /// Replaces an error on the context.
  @inlinable
  public func mapError<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Future<Value, NewFailure> {
    future.derive(
      on: context,
      token,
      Transform(transform),
      Future.mappingError(to: NewFailure.self)
    )
  }

  /// Replaces a failure on the context with a value, or with the error that the closure throws.
  @inlinable
  public func recover<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    _ rescue: @escaping @Sendable (Failure) throws(NewFailure) -> Value
  ) -> Future<Value, NewFailure> {
    future.derive(
      on: context,
      token,
      TypedTransform(rescue),
      Future.recovering(orThrowing: NewFailure.self)
    )
  }
}

// MARK: - Further work

extension Future.OnContext {
  /// Starts further work on the context with the value, and returns a future of its outcome.
  @inlinable
  public func flatMap<Output>(
    cancellation token: CancellationToken = .never,
    _ next: @escaping @Sendable (Value) -> Future<Output, Failure>
  ) -> Future<Output, Failure> {
    future.derive(
      on: context,
      token,
      Work(next),
      Future.flatMapping(with: Work<Value, Output, Failure>.self)
    )
  }

  /// Starts further work that cannot fail on the context, and returns a future of its value.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Output>(
    cancellation token: CancellationToken = .never,
    _ next: @escaping @Sendable (Value) -> Future<Output, Never>
  ) -> Future<Output, Failure> {
    future.derive(on: context, token, Work(next), Future.flatMapping(toUnfailing: Output.self))
  }

  /// Starts further work on the context with a closure that throws, and returns a future of its
  /// outcome.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Output, OtherFailure: Error>(
    cancellation token: CancellationToken = .never,
    _ next: @escaping @Sendable (Value) throws -> Future<Output, OtherFailure>
  ) -> Future<Output, any Error> {
    future.derive(
      on: context,
      token,
      ThrowingWork(next),
      Future.throwingFlatMapping(toErased: Future<Output, OtherFailure>.self)
    )
  }

  /// Replaces a failure with the outcome of further work, started on the context.
  @inlinable
  public func flatMapError<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    _ rescue: @escaping @Sendable (Failure) -> Future<Value, NewFailure>
  ) -> Future<Value, NewFailure> {
    future.derive(on: context, token, Work(rescue), Future.recovering(with: NewFailure.self))
  }

  /// Replaces a failure with the outcome of further work, started on the context, or with the error
  /// that the closure throws.
  @inlinable
  public func flatMapError<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    _ rescue: @escaping @Sendable (Failure) throws -> Future<Value, NewFailure>
  ) -> Future<Value, any Error> {
    future.derive(
      on: context,
      token,
      ThrowingWork(rescue),
      Future.throwingRecovering(with: NewFailure.self)
    )
  }
}

extension Future.OnContext where Failure == Never {
  /// Starts further work that may fail on the context, and returns a future of its outcome.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Output, NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    _ next: @escaping @Sendable (Value) -> Future<Output, NewFailure>
  ) -> Future<Output, NewFailure> {
    future.derive(
      on: context,
      token,
      Work(next),
      Future.flatMapping(with: Work<Value, Output, NewFailure>.self)
    )
  }
}

// MARK: - Observers

extension Future.OnContext {
  /// Calls a closure with the outcome on the context.
  @inlinable
  @discardableResult
  public func onComplete(
    cancellation token: CancellationToken = .never,
    _ observer: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) -> Future<Value, Failure> {
    future.observe(on: context, token, Observer(observer), Future.observing)
  }

  /// Calls a closure with the value on the context, if the future succeeds.
  @inlinable
  @discardableResult
  public func onSuccess(
    cancellation token: CancellationToken = .never,
    _ observer: @escaping @Sendable (Value) -> Void
  ) -> Future<Value, Failure> {
    future.observe(
      on: context,
      token,
      ignoresFailure: true,
      Observer(observer),
      Future.observingValue
    )
  }

  /// Calls a closure with the error on the context, if the future fails.
  @inlinable
  @discardableResult
  public func onFailure(
    cancellation token: CancellationToken = .never,
    _ observer: @escaping @Sendable (Failure) -> Void
  ) -> Future<Value, Failure> {
    future.observe(on: context, token, Observer(observer), Future.observingError)
  }

  /// Calls a closure on the context when the future has settled, with either outcome.
  @discardableResult
  package func onSettled(
    cancellation token: CancellationToken = .never,
    _ observer: @escaping @Sendable () -> Void
  ) -> Future<Value, Failure> {
    future.observeEnd(on: context, token, observer)
  }
}
