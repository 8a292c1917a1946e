public import Futures

// The forms of callbacks for `immediateExecutionContext`: they need no detour through a closure.

extension Future {
  /// Calls a closure with the outcome, inline.
  ///
  /// - Parameters:
  ///   - context: Says that `callback` runs in the call that settles this future, or at once.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then. If another one is running, it is called right after that.
  /// - Returns: This same future, so chained calls register side by side.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: InlineContext,
    callback: @escaping @Sendable (Result<T, E>) -> Void
  ) -> Future {
    future._onCompleteInTurn(callback)
    return self
  }

  /// Calls a closure with the value if the future succeeds, inline.
  ///
  /// This does not count as looking at a failure.
  ///
  /// - Parameters:
  ///   - context: Says that `callback` runs in the call that settles this future, or at once.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then. If another one is running, it is called right after that.
  /// - Returns: This same future, so chained calls register side by side.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onSuccess(
    _ context: InlineContext,
    callback: @escaping @Sendable (T) -> Void
  ) -> Future {
    future._onSuccessInTurn(callback)
    return self
  }

  /// Calls a closure with the error if the future fails, inline.
  ///
  /// - Parameters:
  ///   - context: Says that `callback` runs in the call that settles this future, or at once.
  ///   - callback: Called at most once, never at the same time as another callback of this future,
  ///     and released then. If another one is running, it is called right after that.
  /// - Returns: This same future, so chained calls register side by side.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onFailure(
    _ context: InlineContext,
    callback: @escaping @Sendable (E) -> Void
  ) -> Future {
    future._onCompleteInTurn { result in
      if case .failure(let error) = result { callback(error) }
    }
    return self
  }
}

extension Async {
  /// Calls a closure with the result, inline.
  ///
  /// - Parameters:
  ///   - context: Says that `callback` runs in the call that gives the result, or at once.
  ///   - callback: Called at most once, never at the same time as another callback of this one, and
  ///     released then. If another one is running, it is called right after that.
  /// - Returns: This same one, so chained calls register side by side.
  @inlinable
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: InlineContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Async {
    future._onSuccessInTurn(callback)
    return self
  }
}
