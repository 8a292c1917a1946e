public import Futures

// The callbacks for `immediateExecutionContext`. They run without an intermediate closure.

extension Future {
  /// Calls a closure with the outcome, inline, in the call that settles this future, or at once.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: InlineContext,
    callback: @escaping @Sendable (Result<T, E>) -> Void
  ) -> Future {
    future.onCompleteInTurn(callback)
    return self
  }

  /// Calls a closure with the value if the future succeeds, inline, in the call that settles this
  /// future, or at once; a failure does not count as observed.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onSuccess(
    _ context: InlineContext,
    callback: @escaping @Sendable (T) -> Void
  ) -> Future {
    future.onSuccessInTurn(callback)
    return self
  }

  /// Calls a closure with the error if the future fails, inline, in the call that settles this
  /// future, or at once.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onFailure(
    _ context: InlineContext,
    callback: @escaping @Sendable (E) -> Void
  ) -> Future {
    future.onCompleteInTurn { result in
      if case .failure(let error) = result { callback(error) }
    }
    return self
  }
}

extension Async {
  /// Calls a closure with the result, inline, in the call that settles this future, or at once.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: InlineContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Async {
    future.onSuccessInTurn(callback)
    return self
  }
}
