public import Futures

// The forms of `flatMap` that start further work, again for `Future` itself. The compiler prefers
// members of a type to those of its protocols, so `return .init(value: …)` in a closure of several
// statements creates a future and not a `Result`, which has such an initializer as well.

extension Future {
  /// Starts further work with the value, where the closure is written, and waits for it.
  ///
  /// In main-actor code, the closure runs on the main queue; otherwise, on `defaultContext()`.
  ///
  /// - Parameter f: A closure that starts the work. It is called at most once, and not for a
  ///   failure, which is passed on.
  /// - Returns: A future with the outcome of the work.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    @_inheritActorContext _ f: @escaping @Sendable @isolated(any) (T) -> Future<U, E>
  ) -> Future<U, E> {
    flatMap(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Starts further work with the value, where the closure is written, and waits for it.
  ///
  /// - Parameters:
  ///   - context: The context that runs `f`: `validContext` of a token, `.immediateOnMain`, or
  ///     `DispatchQueue.main.context`.
  ///   - f: A closure that starts the work. It is called at most once, and not for a failure, which
  ///     is passed on.
  /// - Returns: A future with the outcome of the work.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: HomeContext,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (T) -> Future<U, E>
  ) -> Future<U, E> {
    flatMap(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Starts further work with the value, and waits for it.
  ///
  /// A function may end by calling itself through `flatMap` without limit: such a recursion uses
  /// constant stack.
  ///
  /// - Parameters:
  ///   - context: The context that runs `f`.
  ///   - f: A closure that starts the work. It is called at most once, and not for a failure, which
  ///     is passed on.
  /// - Returns: A future with the outcome of the work.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (T) -> Future<U, E>
  ) -> Future<U, E> {
    Future<U, E>(future.flatMapInTurn(on: context, storing: Work(f)))
  }

  /// Starts further work with the value inline, and waits for it.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `f` runs in the call that settles this
  ///     future, or at once.
  ///   - f: A closure that starts the work. It is called at most once, and not for a failure, which
  ///     is passed on.
  /// - Returns: A future with the outcome of the work.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (T) -> Future<U, E>
  ) -> Future<U, E> {
    Future<U, E>(future.flatMap(on: .inline) { value in f(value).future })
  }
}
