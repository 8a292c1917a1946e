public import Futures

// The transforms for `immediateExecutionContext`. They run inline and take no turn.

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Transforms the value, inline.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `f` runs in the call that settles this
  ///     future, or at once.
  ///   - f: A closure that returns the new value. It is called at most once, and not for a failure,
  ///     which is passed on.
  /// - Returns: A future of the new value.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    Future(asFuture.future.map(on: .inline, f))
  }

  /// Starts further work with the value inline, and waits for it.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `f` runs in the call that settles this
  ///     future, or at once.
  ///   - f: A closure that starts the work. It is called at most once, and not for a failure, which
  ///     is passed on.
  /// - Returns: A future with the outcome of the work.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    Future(asFuture.future.flatMap(on: .inline) { value in f(value).future })
  }

  /// Transforms the value into a result, inline.
  ///
  /// Use this method for a transform that can fail.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `f` runs in the call that settles this
  ///     future, or at once.
  ///   - f: A closure that returns the result. It is called at most once, and not for a failure,
  ///     which is passed on.
  /// - Returns: A future with that result.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    Future(asFuture.future.tryMap(on: .inline) { value throws(Value.Error) in try f(value).get() })
  }

  /// Replaces a failure with a value, inline.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `task` runs in the call that settles this
  ///     future, or at once.
  ///   - task: A closure that returns a value for the error. It is called at most once, and not for
  ///     a success, which is passed on.
  /// - Returns: A future that cannot fail.
  @inlinable
  @preconcurrency
  public func recover(
    context: InlineContext,
    task: @escaping @Sendable (Value.Error) -> Value.Value
  ) -> Future<Value.Value, Never> {
    Future(asFuture.future.recover(on: .inline, task))
  }

  /// Replaces a failure with the outcome of further work, inline.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `task` runs in the call that settles this
  ///     future, or at once.
  ///   - task: A closure that starts the work. It is called at most once, and not for a success,
  ///     which is passed on.
  /// - Returns: A future with the error type of the work.
  @inlinable
  @preconcurrency
  public func recoverWith<E1: Error>(
    context: InlineContext,
    task: @escaping @Sendable (Value.Error) -> Future<Value.Value, E1>
  ) -> Future<Value.Value, E1> {
    Future(asFuture.future.flatMapError(on: .inline) { error in task(error).future })
  }

  /// Transforms the error, inline.
  ///
  /// - Parameters:
  ///   - context: The value `immediateExecutionContext`: `f` runs in the call that settles this
  ///     future, or at once.
  ///   - f: A closure that returns the new error. It is called at most once, and not for a success,
  ///     which is passed on.
  /// - Returns: A future with the new error type.
  @inlinable
  @preconcurrency
  public func mapError<E1: Error>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Error) -> E1
  ) -> Future<Value.Value, E1> {
    Future(asFuture.future.mapError(on: .inline, f))
  }
}
