extension Future {
  /// Fails if the value does not satisfy a condition.
  ///
  /// Keeps the error type, unlike BrightFutures' `filter`.
  ///
  /// - Parameters:
  ///   - context: Where `condition` runs; inline if you do not say.
  ///   - token: Once cancelled, `condition` is released without running and the new future is cancelled.
  ///   - error: The error for a value that does not satisfy the condition; made only then.
  ///   - condition: Called at most once, and released then.
  /// - Returns: A future with the same value, or a failure.
  public func filter(
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .none,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    _ condition: @escaping @Sendable (Value) -> Bool
  ) -> Future {
    tryMap(on: context, cancellation: token) { value throws(Failure) in
      if condition(value) { return value }
      throw error()
    }
  }

  /// Fails if the value does not satisfy a condition.
  ///
  /// Keeps the error type, unlike BrightFutures' `filter`.
  ///
  /// - Parameters:
  ///   - context: Where `condition` runs; inline if you do not say.
  ///   - token: Once cancelled, `condition` is released without running and the new future is cancelled.
  ///   - error: The error for a value that does not satisfy the condition; made only then.
  ///   - condition: Called at most once, and released then. What it throws fails the new future.
  /// - Returns: A future with the same value, or a failure.
  @_disfavoredOverload
  public func filter(
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .none,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    _ condition: @escaping @Sendable (Value) throws(Failure) -> Bool
  ) -> Future {
    tryMap(on: context, cancellation: token) { value throws(Failure) in
      if try condition(value) { return value }
      throw error()
    }
  }
}

extension Future where Failure == any Error {
  /// Fails with ``NoSuchElement`` if the value does not satisfy a condition.
  ///
  /// - Parameters:
  ///   - context: Where `condition` runs; inline if you do not say.
  ///   - token: Once cancelled, `condition` is released without running and the new future is cancelled.
  ///   - condition: Called at most once, and released then. What it throws fails the new future.
  /// - Returns: A future with the same value, or a failure.
  public func filter(
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .none,
    _ condition: @escaping @Sendable (Value) throws -> Bool
  ) -> Future {
    filter(on: context, cancellation: token, orElse: NoSuchElement(), condition)
  }
}
