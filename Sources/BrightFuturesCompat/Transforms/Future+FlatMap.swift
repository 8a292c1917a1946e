public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
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
    @_inheritActorContext _ f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
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
    @_inheritActorContext f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
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
    f: @escaping @Sendable (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    transform(on: context) { result in
      switch result {
      case .success(let value): f(value)
      case .failure(let error): Future<U, Value.Error>(error: error)
      }
    }
  }

  /// Transforms the value to a result, the way to fail in a transform, where the closure is
  /// written.
  ///
  /// In main-actor code that is the main queue, otherwise `defaultContext()`.
  ///
  /// - Parameter f: Makes the result. Called at most once; not called for a failure, which passes
  ///   by.
  /// - Returns: A future with that result.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    @_inheritActorContext _ f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    flatMap(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value to a result, the way to fail in a transform, where the closure is
  /// written.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs: `validContext` of a token, `.immediateOnMain`, or
  ///     `DispatchQueue.main.context`.
  ///   - f: Makes the result. Called at most once; not called for a failure, which passes
  ///     by.
  /// - Returns: A future with that result.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: HomeContext,
    @_inheritActorContext f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    flatMap(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value to a result: the way to fail in a transform.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs.
  ///   - f: Makes the result. Called at most once; not called for a failure, which passes by.
  /// - Returns: A future with that result.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    transform(on: context) { result in result.flatMap(f) }
  }
}
