public import Futures

extension Future {
  /// Calls a closure with the outcome, where the closure is written.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs: on the main queue if it is written in main-actor code,
  ///     otherwise on `defaultContext()`.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then. It may register on this same future.
  /// - Returns: This same future, so chained calls register side by side.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Result<T, E>) -> Void
  ) -> Future {
    onComplete(context.context(for: callback.isolation), callback: withoutIsolation(callback))
  }

  /// Calls a closure with the outcome.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then. It may register on this same future.
  /// - Returns: This same future, so chained calls register side by side.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Result<T, E>) -> Void
  ) -> Future {
    future._onCompleteInTurn(on: context, callback)
    return self
  }

  /// Calls a closure with the outcome, where the closure is written, and settles with the same
  /// outcome after it ran.
  ///
  /// A chain of these runs its closures strictly one after another, whatever their contexts.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs: on the main queue if it is written in main-actor code,
  ///     otherwise on `defaultContext()`.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then.
  /// - Returns: A future with the same outcome.
  @inlinable
  @discardableResult
  @preconcurrency
  public func andThen(
    context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Result<T, E>) -> Void
  ) -> Future {
    andThen(
      context: context.context(for: callback.isolation),
      callback: withoutIsolation(callback)
    )
  }

  /// Calls a closure with the outcome, and settles with the same outcome after it ran.
  ///
  /// A chain of these runs its closures strictly one after another, whatever their contexts.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then.
  /// - Returns: A future with the same outcome.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func andThen(
    context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Result<T, E>) -> Void
  ) -> Future {
    Future(
      future._mapResultInTurn(on: context) { result in
        callback(result)
        return result
      }
    )
  }

  /// A future of the engine with the outcome as its value.
  public var _outcome: Futures.Future<Result<T, E>, Never> { future.mapResult(on: .inline) { $0 } }

  /// Waits for whatever settles first, and leaves nothing behind on the others.
  ///
  /// - Parameter all: What to wait for.
  /// - Returns: A future with the first outcome in time.
  public static func _firstCompleted(of all: [Future]) -> Future {
    Future(all.map(\.future).firstCompleted())
  }
}

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Calls a closure with the value if the future succeeds, where the closure is written.
  ///
  /// This does not count as looking at a failure.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs: on the main queue if it is written in main-actor code,
  ///     otherwise on `defaultContext()`.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then. It may register on this same future.
  /// - Returns: This same future, so chained calls register side by side.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onSuccess(
    _ context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Value.Value) -> Void
  ) -> Self {
    onSuccess(context.context(for: callback.isolation), callback: withoutIsolation(callback))
  }

  /// Calls a closure with the value if the future succeeds.
  ///
  /// This does not count as looking at a failure.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then. It may register on this same future.
  /// - Returns: This same future, so chained calls register side by side.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func onSuccess(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value.Value) -> Void
  ) -> Self {
    if let future = self as? Future<Value.Value, Value.Error> {
      future.future._onSuccessInTurn(on: context, callback)
      return self
    }
    return onComplete(context) { result in
      if let value = result.value { callback(value) }
    }
  }

  /// Calls a closure with the error if the future fails, where the closure is written.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs: on the main queue if it is written in main-actor code,
  ///     otherwise on `defaultContext()`.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then. It may register on this same future.
  /// - Returns: This same future, so chained calls register side by side.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onFailure(
    _ context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Value.Error) -> Void
  ) -> Self {
    onFailure(context.context(for: callback.isolation), callback: withoutIsolation(callback))
  }

  /// Calls a closure with the error if the future fails.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then. It may register on this same future.
  /// - Returns: This same future, so chained calls register side by side.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func onFailure(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value.Error) -> Void
  ) -> Self {
    onComplete(context) { result in
      if let error = result.error { callback(error) }
    }
  }
}
