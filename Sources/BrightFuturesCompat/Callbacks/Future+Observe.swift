public import Futures

extension Future {
  /// Calls a closure with the outcome, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Result<T, E>) -> Void
  ) -> Future {
    onComplete(context.context(for: callback.isolation), callback: withoutIsolation(callback))
  }

  /// Calls a closure with the outcome, on a context.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Result<T, E>) -> Void
  ) -> Future {
    future.onCompleteInTurn(on: context, callback)
    return self
  }

  /// Calls a closure with the outcome, and returns a future that settles after the call, where the
  /// closure is written; see <doc:ComingFromBrightFutures#Every-name>.
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

  /// Calls a closure with the outcome, and returns a future that settles after the call, on a
  /// context.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func andThen(
    context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Result<T, E>) -> Void
  ) -> Future {
    Future(
      future.mapResultInTurn(on: context) { result in
        callback(result)
        return result
      }
    )
  }
}

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Calls a closure with the value if the future succeeds, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onSuccess(
    _ context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Value.Value) -> Void
  ) -> Self {
    onSuccess(context.context(for: callback.isolation), callback: withoutIsolation(callback))
  }

  /// Calls a closure with the value if the future succeeds, on a context; a failure does not count
  /// as observed.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  @preconcurrency
  public func onSuccess(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value.Value) -> Void
  ) -> Self {
    if let future = self as? Future<Value.Value, Value.Error> {
      future.future.onSuccessInTurn(on: context, callback)
      return self
    }
    return onComplete(context) { result in
      if let value = result.value { callback(value) }
    }
  }

  /// Calls a closure with the error if the future fails, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onFailure(
    _ context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Value.Error) -> Void
  ) -> Self {
    onFailure(context.context(for: callback.isolation), callback: withoutIsolation(callback))
  }

  /// Calls a closure with the error if the future fails, on a context.
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
