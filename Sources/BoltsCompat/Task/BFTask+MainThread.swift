internal import Futures

// Each operation that takes a closure, for closures of the main actor; see
// ``BFMainThreadExecutor``.

extension BFTask {
  /// Creates a task that runs a closure on the main actor.
  ///
  /// Equivalent to `execute` with this executor.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - closure: The work. An error that it throws fails the task; ``CancelledError`` cancels it.
  @preconcurrency
  public init(
    _ executor: BFMainThreadExecutor,
    closure: @escaping @MainActor @Sendable () throws -> Value
  ) {
    self = .execute(executor, closure: closure)
  }

  /// Runs a closure on the main actor.
  ///
  /// Otherwise like the `execute` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: If the token is cancelled when the closure would start, the task is cancelled
  ///     instead.
  ///   - closure: The work. An error that it throws fails the task; ``CancelledError`` cancels it.
  /// - Returns: A task whose result is what the closure returns.
  @discardableResult
  @preconcurrency
  public static func execute(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    closure: @escaping @MainActor @Sendable () throws -> Value
  ) -> BFTask {
    BFTask<Void>().continueWith(executor, cancellationToken: token) { _ in try closure() }
  }

  /// Runs a closure on the main actor that starts further work.
  ///
  /// Otherwise like the `executeWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: If the token is cancelled when the closure would start, or when the task that it
  ///     returned ends, the task is cancelled.
  ///   - closure: A closure that starts the work. An error that it throws fails the task;
  ///     ``CancelledError`` cancels it.
  /// - Returns: A task that ends like the task that the closure returns.
  @discardableResult
  @preconcurrency
  public static func executeWithTask(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    closure: @escaping @MainActor @Sendable () throws -> BFTask
  ) -> BFTask {
    BFTask<Void>().continueWithTask(executor, cancellationToken: token) { _ in try closure() }
  }
}

extension BFTask {
  /// Runs a closure on the main actor when the task has ended, whatever its outcome.
  ///
  /// Otherwise like the `continueWith` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: If the token is cancelled when the closure would start, the new task is cancelled
  ///     instead.
  ///   - continuation: A closure that receives this task, which has ended. An error that it throws
  ///     fails the new task.
  /// - Returns: A task whose result is what the closure returns.
  @discardableResult
  @preconcurrency
  public func continueWith<Output>(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (BFTask) throws -> Output
  ) -> BFTask<Output> {
    continueWith(
      BFExecutor.onMainThread,
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Starts further work on the main actor when the task has ended, and waits for it.
  ///
  /// Otherwise like the `continueWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: If the token is cancelled when the closure would start, or when the task that it
  ///     returned ends, the new task is cancelled.
  ///   - continuation: A closure that receives this task, which has ended, and starts the work.
  /// - Returns: A task that ends like the task that the closure returns.
  @discardableResult
  @preconcurrency
  public func continueWithTask<Output>(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (BFTask) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    continueWithTask(
      BFExecutor.onMainThread,
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Runs a closure on the main actor when the task has ended with a result.
  ///
  /// Otherwise like the `continueOnSuccessWith` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: A token that, once cancelled, prevents the closure from starting and cancels the
  ///     new task.
  ///   - continuation: A closure that receives the result. An error that it throws fails the new
  ///     task.
  /// - Returns: A task whose result is what the closure returns.
  @discardableResult
  @preconcurrency
  public func continueOnSuccessWith<Output>(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (Value) throws -> Output
  ) -> BFTask<Output> {
    continueOnSuccessWith(
      BFExecutor.onMainThread,
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Starts further work on the main actor when the task has ended with a result, and waits for it.
  ///
  /// Otherwise like the `continueOnSuccessWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: A token that, once cancelled, prevents the closure from starting and cancels the
  ///     new task, even when the task that the closure returned has ended.
  ///   - continuation: A closure that receives the result, and starts the work.
  /// - Returns: A task that ends like the task that the closure returns.
  @discardableResult
  @preconcurrency
  public func continueOnSuccessWithTask<Output>(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (Value) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    continueOnSuccessWithTask(
      BFExecutor.onMainThread,
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Repeats work on the main actor while a condition holds, once the task has ended with a result.
  ///
  /// Otherwise like the `continueWhile` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: The new task is cancelled if the token is cancelled when `predicate` would be
  ///     called.
  ///   - predicate: The condition, which is evaluated before each round. An error that it throws
  ///     ends the loop.
  ///   - continuation: A closure that starts a round. An error that it throws ends the loop.
  /// - Returns: A task that ends when the condition no longer holds.
  @discardableResult
  @preconcurrency
  public func continueWhile(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    predicate: @escaping @MainActor @Sendable () throws -> Bool,
    continuation: @escaping @MainActor @Sendable (BFTask<Void>) throws -> BFTask<Void>
  ) -> BFTask<Void> {
    continueWhile(
      BFExecutor.onMainThread,
      cancellationToken: token,
      predicate: withoutIsolation(predicate),
      continuation: withoutIsolation(continuation)
    )
  }
}

extension BFTask {
  /// Replaces errors of one type with the result of a closure on the main actor.
  ///
  /// Otherwise like the `continueOnErrorWith` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: A token that, once cancelled, prevents the closure from starting and cancels the
  ///     new task.
  ///   - continuation: A closure that receives the error. An error that it throws fails the new
  ///     task.
  /// - Returns: A task with the result of this task, or with what the closure returns.
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith<Failure: Error>(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (Failure) throws -> Value
  ) -> BFTask {
    continueOnErrorWith(
      BFExecutor.onMainThread,
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Replaces an error with the result of a closure on the main actor.
  ///
  /// Otherwise like the `continueOnErrorWith` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: A token that, once cancelled, prevents the closure from starting and cancels the
  ///     new task.
  ///   - continuation: A closure that receives the error. An error that it throws fails the new
  ///     task.
  /// - Returns: A task with the result of this task, or with what the closure returns.
  @discardableResult
  @preconcurrency
  public func continueOnErrorWith(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (any Error) throws -> Value
  ) -> BFTask {
    continueOnErrorWith(
      BFExecutor.onMainThread,
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Replaces errors of one type with the outcome of further work that starts on the main actor.
  ///
  /// Otherwise like the `continueOnErrorWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: A token that, once cancelled, prevents the closure from starting and cancels the
  ///     new task, even when the task that the closure returned has ended.
  ///   - continuation: A closure that receives the error, and starts the work.
  /// - Returns: A task with the result of this task, or one that ends like the task that the
  ///   closure returns.
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask<Failure: Error>(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (Failure) throws -> BFTask
  ) -> BFTask {
    continueOnErrorWithTask(
      BFExecutor.onMainThread,
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }

  /// Replaces an error with the outcome of further work that starts on the main actor.
  ///
  /// Otherwise like the `continueOnErrorWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: A token that, once cancelled, prevents the closure from starting and cancels the
  ///     new task, even when the task that the closure returned has ended.
  ///   - continuation: A closure that receives the error, and starts the work.
  /// - Returns: A task with the result of this task, or one that ends like the task that the
  ///   closure returns.
  @discardableResult
  @preconcurrency
  public func continueOnErrorWithTask(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (any Error) throws -> BFTask
  ) -> BFTask {
    continueOnErrorWithTask(
      BFExecutor.onMainThread,
      cancellationToken: token,
      continuation: withoutIsolation(continuation)
    )
  }
}
