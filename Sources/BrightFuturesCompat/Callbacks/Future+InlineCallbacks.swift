public import Futures

// The callbacks for `immediateExecutionContext`. They need no detour through a closure.

extension Future {
  /// Calls a closure with the outcome, inline.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `callback` runs in the call that settles
  ///     this future, or at once.
  ///   - callback: A closure that is called at most once, never at the same time as another
  ///     callback of this future, and then released. If another callback is running, it is called
  ///     right afterwards.
  /// - Returns: This future, so that chained calls register side by side.
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

  /// Calls a closure with the value if the future succeeds, inline.
  ///
  /// A failure does not count as observed.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `callback` runs in the call that settles
  ///     this future, or at once.
  ///   - callback: A closure that is called at most once, never at the same time as another
  ///     callback of this future, and then released. If another callback is running, it is called
  ///     right afterwards.
  /// - Returns: This future, so that chained calls register side by side.
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

  /// Calls a closure with the error if the future fails, inline.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `callback` runs in the call that settles
  ///     this future, or at once.
  ///   - callback: A closure that is called at most once, never at the same time as another
  ///     callback of this future, and then released. If another callback is running, it is called
  ///     right afterwards.
  /// - Returns: This future, so that chained calls register side by side.
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
  /// Calls a closure with the result, inline.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `callback` runs in the call that settles
  ///     this future, or at once.
  ///   - callback: A closure that is called at most once, never at the same time as another
  ///     callback of this future, and then released. If another callback is running, it is called
  ///     right afterwards.
  /// - Returns: This future, so that chained calls register side by side.
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
