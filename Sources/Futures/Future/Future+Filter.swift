extension Future {
  /// Returns a future that fails if the value does not satisfy a condition.
  ///
  /// Keeps the error type, unlike BrightFutures' `filter`.
  ///
  /// `condition` has the task-local values of the code that completes this future, and none after a
  /// hop to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `condition` is released without running and the returned future is
  ///     cancelled.
  ///   - error: The error for a value that does not satisfy the condition; evaluated only then.
  ///   - condition: Called at most once, and released then. An error that it throws fails the
  ///     returned future. Runs where it is written.
  /// - Returns: A future with the same value, or a failure.
  public func filter(
    cancellation token: CancellationToken = .never,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext _ condition:
      @escaping @Sendable @isolated(any) (Value) throws(Failure) -> Bool
  ) -> Future {
    filter(
      on: ExecutionContext(isolation: condition.isolation),
      cancellation: token,
      orElse: error(),
      withoutIsolation(condition)
    )
  }

  /// Returns a future that fails if the value does not satisfy a condition, which is checked on a
  /// context of your choice.
  public func filter(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
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
  /// `condition` has the task-local values of the code that completes this future, and none after a
  /// hop to an actor. To use those of the caller, capture them; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `condition` is released without running and the returned future is
  ///     cancelled.
  ///   - condition: Called at most once, and released then. An error that it throws fails the
  ///     returned future. Runs where it is written.
  /// - Returns: A future with the same value, or a failure.
  public func filter(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ condition: @escaping @Sendable @isolated(any) (Value) throws -> Bool
  ) -> Future {
    filter(
      on: ExecutionContext(isolation: condition.isolation),
      cancellation: token,
      withoutIsolation(condition)
    )
  }

  /// Fails with ``NoSuchElement`` if the value does not satisfy a condition, on a context of your
  /// choice.
  public func filter(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ condition: @escaping @Sendable (Value) throws -> Bool
  ) -> Future {
    filter(on: context, cancellation: token, orElse: NoSuchElement(), condition)
  }
}
