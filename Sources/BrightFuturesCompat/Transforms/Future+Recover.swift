public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Replaces a failure with a value, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @inlinable
  @preconcurrency
  public func recover(
    context: HomeContext = .default,
    @_inheritActorContext task: @escaping @Sendable @isolated(any) (Value.Error) -> Value.Value
  ) -> Future<Value.Value, Never> {
    recover(context: context.context(for: task.isolation), task: withoutIsolation(task))
  }

  /// Replaces a failure with a value, on a context.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func recover(
    context: @escaping ExecutionContext,
    task: @escaping @Sendable (Value.Error) -> Value.Value
  ) -> Future<Value.Value, Never> {
    transform(on: context) { result in
      switch result {
      case .success(let value): .success(value)
      case .failure(let error): .success(task(error))
      }
    }
  }

  /// Replaces a failure with the outcome of further work, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @inlinable
  @preconcurrency
  public func recoverWith<E1: Error>(
    context: HomeContext = .default,
    @_inheritActorContext task:
      @escaping @Sendable @isolated(any) (Value.Error) -> Future<Value.Value, E1>
  ) -> Future<Value.Value, E1> {
    recoverWith(context: context.context(for: task.isolation), task: withoutIsolation(task))
  }

  /// Replaces a failure with the outcome of further work, on a context.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func recoverWith<E1: Error>(
    context: @escaping ExecutionContext,
    task: @escaping @Sendable (Value.Error) -> Future<Value.Value, E1>
  ) -> Future<Value.Value, E1> {
    transform(on: context) { result in
      switch result {
      case .success(let value): Future(value: value)
      case .failure(let error): task(error)
      }
    }
  }

  /// Transforms the error, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @inlinable
  @preconcurrency
  public func mapError<E1: Error>(
    @_inheritActorContext _ f: @escaping @Sendable @isolated(any) (Value.Error) -> E1
  ) -> Future<Value.Value, E1> {
    mapError(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the error, where the closure is written, through a context such as `validContext`
  /// of a token.
  @inlinable
  @preconcurrency
  public func mapError<E1: Error>(
    _ context: HomeContext,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (Value.Error) -> E1
  ) -> Future<Value.Value, E1> {
    mapError(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the error, on a context.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func mapError<E1: Error>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (Value.Error) -> E1
  ) -> Future<Value.Value, E1> {
    transform(on: context) { result in result.mapError(f) }
  }
}

/// Replaces a failure with a value, which is evaluated only then, on the `defaultContext()` of this
/// call.
@inlinable
@preconcurrency
public func ?? <T: Sendable, E: Error>(
  future: Future<T, E>,
  value: @escaping @Sendable @autoclosure () -> T
) -> Future<T, Never> {
  future.recover(context: defaultContext()) { _ in value() }
}

/// Replaces a failure with the outcome of another future, which is evaluated only then, on the
/// `defaultContext()` of this call.
@inlinable
@preconcurrency
public func ?? <T: Sendable, E: Error, E1: Error>(
  future: Future<T, E>,
  other: @escaping @Sendable @autoclosure () -> Future<T, E1>
) -> Future<T, E1> {
  future.recoverWith(context: defaultContext()) { _ in other() }
}
