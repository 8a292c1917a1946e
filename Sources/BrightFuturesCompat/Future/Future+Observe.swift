public import Futures

extension Future {
  /// Calls a closure with the outcome, on `defaultContext()`.
  ///
  /// - Parameter callback: Called at most once, never at the same time as another callback of this
  ///   future, and released then. It may register on this same future.
  /// - Returns: This same future, so chained calls register side by side.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onComplete(
    callback: @escaping @Sendable (Result<T, E>) -> Void
  ) -> Future {
    onComplete(defaultContext(), callback: callback)
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

  /// Calls a closure with the outcome, and settles with the same outcome after it ran.
  ///
  /// A chain of these runs its closures strictly one after another, whatever their contexts.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then.
  /// - Returns: A future with the same outcome.
  @discardableResult
  @preconcurrency
  public func andThen(
    context: @escaping ExecutionContext = defaultContext(),
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
  /// Calls a closure with the value if the future succeeds, on `defaultContext()`.
  ///
  /// This does not count as looking at a failure.
  ///
  /// - Parameter callback: Called at most once, never at the same time as another callback of this
  ///   future, and released then. It may register on this same future.
  /// - Returns: This same future, so chained calls register side by side.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onSuccess(
    callback: @escaping @Sendable (Value.Value) -> Void
  ) -> Self {
    onSuccess(defaultContext(), callback: callback)
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

  /// Calls a closure with the error if the future fails, on `defaultContext()`.
  ///
  /// - Parameter callback: Called at most once, never at the same time as another callback of this
  ///   future, and released then. It may register on this same future.
  /// - Returns: This same future, so chained calls register side by side.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onFailure(
    callback: @escaping @Sendable (Value.Error) -> Void
  ) -> Self {
    onFailure(defaultContext(), callback: callback)
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
