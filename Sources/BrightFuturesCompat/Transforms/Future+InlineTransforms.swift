public import Futures

// The forms of transforms for `immediateExecutionContext`: they run inline and take no turn.

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Transforms the value, inline.
  ///
  /// - Parameters:
  ///   - context: Says that `f` runs in the call that settles this future, or at once.
  ///   - f: Makes the new value. Called at most once; not called for a failure, which passes by.
  /// - Returns: A future of the new value.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    Future(asFuture.future.map(on: .inline, f))
  }

  /// Starts further work with the value and waits for it, inline.
  ///
  /// - Parameters:
  ///   - context: Says that `f` runs in the call that settles this future, or at once.
  ///   - f: Starts the work. Called at most once; not called for a failure, which passes by.
  /// - Returns: A future with the outcome of the work.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    Future(asFuture.future.flatMap(on: .inline) { value in f(value).future })
  }

  /// Transforms the value to a result, inline: the way to fail in a transform.
  ///
  /// - Parameters:
  ///   - context: Says that `f` runs in the call that settles this future, or at once.
  ///   - f: Makes the result. Called at most once; not called for a failure, which passes by.
  /// - Returns: A future with that result.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    Future(asFuture.future.tryMap(on: .inline) { value throws(Value.Error) in try f(value).get() })
  }

  /// Replaces a failure by a value, inline.
  ///
  /// - Parameters:
  ///   - context: Says that `task` runs in the call that settles this future, or at once.
  ///   - task: Makes a value of the error. Called at most once; not called for a success, which
  ///     passes by.
  /// - Returns: A future that cannot fail.
  @inlinable
  @preconcurrency
  public func recover(
    context: InlineContext,
    task: @escaping @Sendable (Value.Error) -> Value.Value
  ) -> Future<Value.Value, Never> {
    Future(asFuture.future.recover(on: .inline, task))
  }

  /// Replaces a failure by the outcome of further work, inline.
  ///
  /// - Parameters:
  ///   - context: Says that `task` runs in the call that settles this future, or at once.
  ///   - task: Starts the work. Called at most once; not called for a success, which passes by.
  /// - Returns: A future with the error type of the work.
  @inlinable
  @preconcurrency
  public func recoverWith<E1: Error>(
    context: InlineContext,
    task: @escaping @Sendable (Value.Error) -> Future<Value.Value, E1>
  ) -> Future<Value.Value, E1> {
    Future(asFuture.future.recoverWith(on: .inline) { error in task(error).future })
  }

  /// Transforms the error, inline.
  ///
  /// - Parameters:
  ///   - context: Says that `f` runs in the call that settles this future, or at once.
  ///   - f: Makes the new error. Called at most once; not called for a success, which passes by.
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
