public import Futures

// The transforms for `immediateExecutionContext`. They run inline and take no turn.

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Transforms the value, inline, in the call that settles this future, or at once.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    Future(asFuture.future.on(.inline).map(f))
  }

  /// Starts further work with the value, and waits for it, inline, in the call that settles this
  /// future, or at once.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    Future(asFuture.future.on(.inline).flatMap { value in f(value).future })
  }

  /// Transforms the value into a success or a failure, inline, in the call that settles this
  /// future, or at once.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    Future(asFuture.future.tryMap(on: .inline) { value throws(Value.Error) in try f(value).get() })
  }

  /// Replaces a failure with a value, inline, in the call that settles this future, or at once.
  @inlinable
  @preconcurrency
  public func recover(
    context: InlineContext,
    task: @escaping @Sendable (Value.Error) -> Value.Value
  ) -> Future<Value.Value, Never> {
    Future(asFuture.future.on(.inline).recover(task))
  }

  /// Replaces a failure with the outcome of further work, inline, in the call that settles this
  /// future, or at once.
  @inlinable
  @preconcurrency
  public func recoverWith<E1: Error>(
    context: InlineContext,
    task: @escaping @Sendable (Value.Error) -> Future<Value.Value, E1>
  ) -> Future<Value.Value, E1> {
    Future(asFuture.future.on(.inline).flatMapError { error in task(error).future })
  }

  /// Transforms the error, inline, in the call that settles this future, or at once.
  @inlinable
  @preconcurrency
  public func mapError<E1: Error>(
    _ context: InlineContext,
    f: @escaping @Sendable (Value.Error) -> E1
  ) -> Future<Value.Value, E1> {
    Future(asFuture.future.on(.inline).mapError(f))
  }
}
