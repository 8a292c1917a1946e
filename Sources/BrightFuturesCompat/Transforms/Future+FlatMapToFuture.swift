public import Futures

// The forms of `flatMap` that start further work, again for `Future` itself. The compiler prefers
// members of a type to those of its protocols, so `return .init(value: …)` in a closure of several
// statements creates a future and not a `Result`, which has such an initializer as well.

extension Future {
  /// Starts further work with the value, and waits for it, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    @_inheritActorContext _ f: @escaping @Sendable @isolated(any) (T) -> Future<U, E>
  ) -> Future<U, E> {
    flatMap(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Starts further work with the value, and waits for it, where the closure is written, through a
  /// context such as `validContext` of a token.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: HomeContext,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (T) -> Future<U, E>
  ) -> Future<U, E> {
    flatMap(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Starts further work with the value, and waits for it, on a context.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (T) -> Future<U, E>
  ) -> Future<U, E> {
    Future<U, E>(future.flatMapInTurn(on: context, storing: Work(f)))
  }

  /// Starts further work with the value, and waits for it, inline, in the call that settles this
  /// future, or at once.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (T) -> Future<U, E>
  ) -> Future<U, E> {
    Future<U, E>(future.on(.inline).flatMap { value in f(value).future })
  }
}
