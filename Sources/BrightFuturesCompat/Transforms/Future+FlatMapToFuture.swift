public import Futures

// The forms of `flatMap` that start further work, once more for `Future` itself. Members of a type
// are preferred to those of its protocol, so `return .init(value: …)` in a closure of several
// statements means a future and not a `Result`, which has such an initializer, too.

extension Future {
  /// Starts further work with the value and waits for it, where the closure is written.
  ///
  /// In main-actor code that is the main queue, otherwise `defaultContext()`.
  ///
  /// - Parameter f: Starts the work. Called at most once; not called for a failure, which passes
  ///   by.
  /// - Returns: A future with the outcome of the work.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    @_inheritActorContext _ f: @escaping @Sendable @isolated(any) (T) -> Future<U, E>
  ) -> Future<U, E> {
    flatMap(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Starts further work with the value and waits for it, where the closure is written.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs: `validContext` of a token, `.immediateOnMain`, or
  ///     `DispatchQueue.main.context`.
  ///   - f: Starts the work. Called at most once; not called for a failure, which passes
  ///     by.
  /// - Returns: A future with the outcome of the work.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: HomeContext,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (T) -> Future<U, E>
  ) -> Future<U, E> {
    flatMap(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Starts further work with the value and waits for it.
  ///
  /// A function that ends by calling itself through `flatMap` may do so without end: it takes
  /// constant stack.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs.
  ///   - f: Starts the work. Called at most once; not called for a failure, which passes by.
  /// - Returns: A future with the outcome of the work.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (T) -> Future<U, E>
  ) -> Future<U, E> {
    transform(on: context) { result in
      switch result {
      case .success(let value): f(value)
      case .failure(let error): Future<U, E>(error: error)
      }
    }
  }

  /// Starts further work with the value and waits for it, inline.
  ///
  /// - Parameters:
  ///   - context: Says that `f` runs in the call that settles this future, or at once.
  ///   - f: Starts the work. Called at most once; not called for a failure, which passes by.
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
