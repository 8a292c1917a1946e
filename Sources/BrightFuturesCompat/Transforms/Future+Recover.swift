public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Replaces a failure by a value, where the closure is written.
  ///
  /// - Parameters:
  ///   - context: Where `task` runs: on the main queue if it is written in main-actor code,
  ///     otherwise on `defaultContext()`.
  ///   - task: Makes a value of the error. Called at most once; not called for a success, which
  ///     passes by.
  /// - Returns: A future that cannot fail.
  @inlinable
  @preconcurrency
  public func recover(
    context: HomeContext = .default,
    @_inheritActorContext task: @escaping @Sendable @isolated(any) (Value.Error) -> Value.Value
  ) -> Future<Value.Value, Never> {
    recover(context: context.context(for: task.isolation), task: withoutIsolation(task))
  }

  /// Replaces a failure by a value.
  ///
  /// - Parameters:
  ///   - context: Where `task` runs.
  ///   - task: Makes a value of the error. Called at most once; not called for a success, which
  ///     passes by.
  /// - Returns: A future that cannot fail.
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

  /// Replaces a failure by the outcome of further work, where the closure is written.
  ///
  /// - Parameters:
  ///   - context: Where `task` runs: on the main queue if it is written in main-actor code,
  ///     otherwise on `defaultContext()`.
  ///   - task: Starts the work. Called at most once; not called for a success, which passes by.
  /// - Returns: A future with the error type of the work.
  @inlinable
  @preconcurrency
  public func recoverWith<E1: Error>(
    context: HomeContext = .default,
    @_inheritActorContext task:
      @escaping @Sendable @isolated(any) (Value.Error) -> Future<Value.Value, E1>
  ) -> Future<Value.Value, E1> {
    recoverWith(context: context.context(for: task.isolation), task: withoutIsolation(task))
  }

  /// Replaces a failure by the outcome of further work.
  ///
  /// - Parameters:
  ///   - context: Where `task` runs.
  ///   - task: Starts the work. Called at most once; not called for a success, which passes by.
  /// - Returns: A future with the error type of the work.
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

  /// Transforms the error, where the closure is written.
  ///
  /// In main-actor code that is the main queue, otherwise `defaultContext()`.
  ///
  /// - Parameter f: Makes the new error. Called at most once; not called for a success, which
  ///   passes by.
  /// - Returns: A future with the new error type.
  @inlinable
  @preconcurrency
  public func mapError<E1: Error>(
    @_inheritActorContext _ f: @escaping @Sendable @isolated(any) (Value.Error) -> E1
  ) -> Future<Value.Value, E1> {
    mapError(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the error, where the closure is written.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs: `validContext` of a token, `.immediateOnMain`, or
  ///     `DispatchQueue.main.context`.
  ///   - f: Makes the new error. Called at most once; not called for a success, which
  ///     passes by.
  /// - Returns: A future with the new error type.
  @inlinable
  @preconcurrency
  public func mapError<E1: Error>(
    _ context: HomeContext,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (Value.Error) -> E1
  ) -> Future<Value.Value, E1> {
    mapError(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the error.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs.
  ///   - f: Makes the new error. Called at most once; not called for a success, which passes by.
  /// - Returns: A future with the new error type.
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

/// Replaces a failure by a value.
///
/// - Parameters:
///   - future: What may fail.
///   - value: The value; evaluated only after a failure, on what `defaultContext()` is now.
/// - Returns: A future that cannot fail.
@inlinable
@preconcurrency
public func ?? <T: Sendable, E: Error>(
  future: Future<T, E>,
  value: @escaping @Sendable @autoclosure () -> T
) -> Future<T, Never> {
  future.recover(context: defaultContext()) { _ in value() }
}

/// Replaces a failure by the outcome of another future.
///
/// - Parameters:
///   - future: What may fail.
///   - other: The other future; evaluated only after a failure, on what `defaultContext()` is now.
/// - Returns: A future with the other's error type.
@inlinable
@preconcurrency
public func ?? <T: Sendable, E: Error, E1: Error>(
  future: Future<T, E>,
  other: @escaping @Sendable @autoclosure () -> Future<T, E1>
) -> Future<T, E1> {
  future.recoverWith(context: defaultContext()) { _ in other() }
}
