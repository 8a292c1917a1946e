public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Starts further work with the value, and waits for it, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    @_inheritActorContext _ f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    flatMap(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Starts further work with the value, and waits for it, where the closure is written, through a
  /// context such as `validContext` of a token.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: HomeContext,
    @_inheritActorContext f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    flatMap(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Starts further work with the value, and waits for it, on a context.
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

  /// Transforms the value into a success or a failure, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    @_inheritActorContext _ f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    flatMap(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value into a success or a failure, where the closure is written, through a
  /// context such as `validContext` of a token.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: HomeContext,
    @_inheritActorContext f:
      @escaping @Sendable @isolated(any) (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    flatMap(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value into a success or a failure, on a context.
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
