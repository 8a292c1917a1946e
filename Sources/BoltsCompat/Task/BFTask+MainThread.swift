internal import Futures

// Each operation that takes a closure, for closures of the main actor. See
// ``BFMainThreadExecutor``.

extension BFTask {
  /// Makes a task that runs a closure on the main actor.
  ///
  /// The same as `execute` with this executor.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
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
  ///   - token: If it has been cancelled when the closure would start, the task is cancelled
  ///     instead.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
  /// - Returns: A task that ends with what the closure returns.
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
  ///   - token: If it has been cancelled when the closure would start, or when the task that it
  ///     returned has ended, the task is cancelled.
  ///   - closure: Starts the work. What it throws is the error of the task; ``CancelledError``
  ///     cancels it.
  /// - Returns: A task that ends as the one does that the closure returns.
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
  /// Runs a closure on the main actor when the task has ended, in whatever way.
  ///
  /// Otherwise like the `continueWith` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: If it has been cancelled when the closure would start, the new task is cancelled
  ///     instead.
  ///   - continuation: Gets this task, which has ended. What it throws is the error of the new
  ///     task.
  /// - Returns: A task that ends with what the closure returns.
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
  ///   - token: If it has been cancelled when the closure would start, or when the task that it
  ///     returned has ended, the new task is cancelled.
  ///   - continuation: Gets this task, which has ended, and starts the work.
  /// - Returns: A task that ends as the one does that the closure returns.
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
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task.
  ///   - continuation: Gets the result. What it throws is the error of the new task.
  /// - Returns: A task that ends with what the closure returns.
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
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task, also
  ///     when the task that the closure returned has ended.
  ///   - continuation: Gets the result, and starts the work.
  /// - Returns: A task that ends as the one does that the closure returns.
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

  /// Repeats work on the main actor for as long as a condition holds, once the task has ended with
  /// a result.
  ///
  /// Otherwise like the `continueWhile` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: Looked at whenever `predicate` would be asked; if it has been cancelled by then,
  ///     the new task is cancelled.
  ///   - predicate: Asked before each round. What it throws ends the loop.
  ///   - continuation: Starts a round. What it throws ends the loop.
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
  /// Replaces errors of one type by the result that a closure on the main actor makes of them.
  ///
  /// Otherwise like the `continueOnErrorWith` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task.
  ///   - continuation: Gets the error. What it throws is the error of the new task.
  /// - Returns: A task that ends with this task's result, or with what the closure returns.
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

  /// Replaces an error by the result that a closure on the main actor makes of it.
  ///
  /// Otherwise like the `continueOnErrorWith` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task.
  ///   - continuation: Gets the error. What it throws is the error of the new task.
  /// - Returns: A task that ends with this task's result, or with what the closure returns.
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

  /// Replaces errors of one type by the outcome of further work that is started on the main actor.
  ///
  /// Otherwise like the `continueOnErrorWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task, also
  ///     when the task that the closure returned has ended.
  ///   - continuation: Gets the error, and starts the work.
  /// - Returns: A task that ends with this task's result, or as the one does that the closure
  ///   returns.
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

  /// Replaces an error by the outcome of further work that is started on the main actor.
  ///
  /// Otherwise like the `continueOnErrorWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task, also
  ///     when the task that the closure returned has ended.
  ///   - continuation: Gets the error, and starts the work.
  /// - Returns: A task that ends with this task's result, or as the one does that the closure
  ///   returns.
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
