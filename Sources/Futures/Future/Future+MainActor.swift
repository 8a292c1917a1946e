// Each operation that takes a closure, for closures of the main actor. See ``MainActorContext``.

extension Future {
  /// Transforms the value on the main actor.
  ///
  /// Otherwise like the `map` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `transform` runs: ``MainActorContext/mainActor`` or ``MainActorContext/mainActorInline``.
  ///   - token: Once cancelled, `transform` is released without running and the new future is
  ///     cancelled.
  ///   - transform: Called at most once, and released then.
  /// - Returns: A future of the new value.
  public func map<Output: Sendable>(
    on context: MainActorContext,
    cancellation token: CancellationToken = .none,
    _ transform: @escaping @MainActor @Sendable (Value) -> Output
  ) -> Future<Output, Failure> {
    map(on: context.context, cancellation: token) { onMainActor($0, transform) }
  }

  /// Starts further work on the main actor, and waits for it.
  ///
  /// Otherwise like the `flatMap` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `next` runs: ``MainActorContext/mainActor`` or ``MainActorContext/mainActorInline``.
  ///   - token: Once cancelled, `next` is released without running and the new future is
  ///     cancelled.
  ///   - next: Called at most once, and released then.
  /// - Returns: A future with the outcome of the further work.
  public func flatMap<Output>(
    on context: MainActorContext,
    cancellation token: CancellationToken = .none,
    _ next: @escaping @MainActor @Sendable (Value) -> Future<Output, Failure>
  ) -> Future<Output, Failure> {
    flatMap(on: context.context, cancellation: token) { onMainActor($0, next) }
  }

  /// Transforms the value on the main actor with a closure that may throw.
  ///
  /// Otherwise like the `map` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `transform` runs: ``MainActorContext/mainActor`` or ``MainActorContext/mainActorInline``.
  ///   - token: Once cancelled, `transform` is released without running and the new future is
  ///     cancelled.
  ///   - transform: Called at most once, and released then.
  /// - Returns: A future of the new value.
  @_disfavoredOverload
  public func map<Output: Sendable>(
    on context: MainActorContext,
    cancellation token: CancellationToken = .none,
    _ transform: @escaping @MainActor @Sendable (Value) throws -> Output
  ) -> Future<Output, any Error> {
    map(on: context.context, cancellation: token) { try onMainActor($0, throwing: transform) }
  }

  /// Starts further work on the main actor, and waits for it.
  ///
  /// Otherwise like the `flatMap` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `next` runs: ``MainActorContext/mainActor`` or ``MainActorContext/mainActorInline``.
  ///   - token: Once cancelled, `next` is released without running and the new future is
  ///     cancelled.
  ///   - next: Called at most once, and released then.
  /// - Returns: A future with the outcome of the further work.
  @_disfavoredOverload
  public func flatMap<Output>(
    on context: MainActorContext,
    cancellation token: CancellationToken = .none,
    _ next: @escaping @MainActor @Sendable (Value) throws -> Future<Output, Failure>
  ) -> Future<Output, any Error> {
    flatMap(on: context.context, cancellation: token) { try onMainActor($0, throwing: next) }
  }

  /// Transforms the error on the main actor.
  ///
  /// Otherwise like the `mapError` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `transform` runs: ``MainActorContext/mainActor`` or ``MainActorContext/mainActorInline``.
  ///   - token: Once cancelled, `transform` is released without running and the new future is
  ///     cancelled.
  ///   - transform: Called at most once, and released then.
  /// - Returns: A future of the same value type.
  public func mapError<NewFailure: Error>(
    on context: MainActorContext,
    cancellation token: CancellationToken = .none,
    _ transform: @escaping @MainActor @Sendable (Failure) -> NewFailure
  ) -> Future<Value, NewFailure> {
    mapError(on: context.context, cancellation: token) { onMainActor($0, transform) }
  }

  /// Replaces a failure by a value that the main actor makes.
  ///
  /// Otherwise like the `recover` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `rescue` runs: ``MainActorContext/mainActor`` or ``MainActorContext/mainActorInline``.
  ///   - token: Once cancelled, `rescue` is released without running and the new future is
  ///     cancelled.
  ///   - rescue: Called at most once, and released then.
  /// - Returns: A future that succeeds.
  public func recover(
    on context: MainActorContext,
    cancellation token: CancellationToken = .none,
    _ rescue: @escaping @MainActor @Sendable (Failure) -> Value
  ) -> Future<Value, Never> {
    recover(on: context.context, cancellation: token) { onMainActor($0, rescue) }
  }

  /// Replaces a failure by the outcome of work that the main actor starts.
  ///
  /// Otherwise like the `recoverWith` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `rescue` runs: ``MainActorContext/mainActor`` or ``MainActorContext/mainActorInline``.
  ///   - token: Once cancelled, `rescue` is released without running and the new future is
  ///     cancelled.
  ///   - rescue: Called at most once, and released then.
  /// - Returns: A future of the same value type.
  public func recoverWith<NewFailure: Error>(
    on context: MainActorContext,
    cancellation token: CancellationToken = .none,
    _ rescue: @escaping @MainActor @Sendable (Failure) -> Future<Value, NewFailure>
  ) -> Future<Value, NewFailure> {
    recoverWith(on: context.context, cancellation: token) { onMainActor($0, rescue) }
  }

  /// Transforms the outcome, whatever it is, on the main actor.
  ///
  /// Otherwise like the `mapResult` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `transform` runs: ``MainActorContext/mainActor`` or ``MainActorContext/mainActorInline``.
  ///   - token: Once cancelled, `transform` is released without running and the new future is
  ///     cancelled.
  ///   - transform: Called at most once, and released then.
  /// - Returns: A future of the new value.
  public func mapResult<Output: Sendable>(
    on context: MainActorContext,
    cancellation token: CancellationToken = .none,
    _ transform: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Output
  ) -> Future<Output, Never> {
    mapResult(on: context.context, cancellation: token) { onMainActor($0, transform) }
  }

  /// Starts further work with the outcome, whatever it is, on the main actor.
  ///
  /// Otherwise like the `flatMapResult` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `next` runs: ``MainActorContext/mainActor`` or ``MainActorContext/mainActorInline``.
  ///   - token: Once cancelled, `next` is released without running and the new future is
  ///     cancelled.
  ///   - next: Called at most once, and released then.
  /// - Returns: A future with the outcome of the further work.
  public func flatMapResult<Output, NewFailure: Error>(
    on context: MainActorContext,
    cancellation token: CancellationToken = .none,
    _ next: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Future<Output, NewFailure>
  ) -> Future<Output, NewFailure> {
    flatMapResult(on: context.context, cancellation: token) { onMainActor($0, next) }
  }

  /// Calls a closure with the outcome on the main actor, and settles with the same outcome after it ran.
  ///
  /// Otherwise like the `andThen` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `effect` runs: ``MainActorContext/mainActor`` or ``MainActorContext/mainActorInline``.
  ///   - token: Once cancelled, `effect` is released without running and the new future is
  ///     cancelled.
  ///   - effect: Called at most once, and released then.
  /// - Returns: A future with the same outcome.
  @discardableResult
  public func andThen(
    on context: MainActorContext,
    cancellation token: CancellationToken = .none,
    _ effect: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void
  ) -> Future {
    andThen(on: context.context, cancellation: token) { onMainActor($0, effect) }
  }

  /// Calls a closure with the outcome on the main actor.
  ///
  /// Otherwise like the `onComplete` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `observer` runs; hops to the main actor if you do not say.
  ///   - token: Once cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and released then.
  /// - Returns: This same future.
  @discardableResult
  public func onComplete(
    on context: MainActorContext = .mainActor,
    cancellation token: CancellationToken = .none,
    _ observer: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void
  ) -> Future {
    onComplete(on: context.context, cancellation: token) { onMainActor($0, observer) }
  }

  /// Calls a closure with the value on the main actor if the future succeeds.
  ///
  /// Otherwise like the `onSuccess` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `observer` runs; hops to the main actor if you do not say.
  ///   - token: Once cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and released then.
  /// - Returns: This same future.
  @discardableResult
  public func onSuccess(
    on context: MainActorContext = .mainActor,
    cancellation token: CancellationToken = .none,
    _ observer: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Future {
    onSuccess(on: context.context, cancellation: token) { onMainActor($0, observer) }
  }

  /// Calls a closure with the error on the main actor if the future fails.
  ///
  /// Otherwise like the `onFailure` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `observer` runs; hops to the main actor if you do not say.
  ///   - token: Once cancelled, `observer` is released without running.
  ///   - observer: Called at most once, and released then.
  /// - Returns: This same future.
  @discardableResult
  public func onFailure(
    on context: MainActorContext = .mainActor,
    cancellation token: CancellationToken = .none,
    _ observer: @escaping @MainActor @Sendable (Failure) -> Void
  ) -> Future {
    onFailure(on: context.context, cancellation: token) { onMainActor($0, observer) }
  }
}
