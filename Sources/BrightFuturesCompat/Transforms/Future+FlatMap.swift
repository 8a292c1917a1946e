public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
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
    @_inheritActorContext _ f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
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
    @_inheritActorContext f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
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
    f: @escaping @Sendable (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    if let same = self as? Future<Value.Value, Value.Error> {
      return Future(same.future.flatMapInTurn(on: context, storing: Work(f)))
    }
    return transform(on: context) { result in
      switch result {
      case .success(let value): f(value)
      case .failure(let error): Future<U, Value.Error>(error: error)
      }
    }
  }

  /// Transforms the value into a result, where the closure is written.
  ///
  /// Use this method for a transform that can fail.
  ///
  /// In main-actor code, the closure runs on the main queue; otherwise, on `defaultContext()`.
  ///
  /// - Parameter f: A closure that returns the result. It is called at most once, and not for a
  ///   failure, which is passed on.
  /// - Returns: A future with that result.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    @_inheritActorContext _ f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    flatMap(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value into a result, where the closure is written.
  ///
  /// Use this method for a transform that can fail.
  ///
  /// - Parameters:
  ///   - context: The context that runs `f`: `validContext` of a token, `.immediateOnMain`, or
  ///     `DispatchQueue.main.context`.
  ///   - f: A closure that returns the result. It is called at most once, and not for a failure,
  ///     which is passed on.
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

  /// Transforms the value into a result.
  ///
  /// Use this method for a transform that can fail.
  ///
  /// - Parameters:
  ///   - context: The context that runs `f`.
  ///   - f: A closure that returns the result. It is called at most once, and not for a failure,
  ///     which is passed on.
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
