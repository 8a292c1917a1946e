// Each operation that takes a closure, for closures of the main actor. See ``BFMainThreadExecutor``.

extension BFTask {
  /// Makes a task that runs a closure on the main actor.
  ///
  /// The same as `execute` with this executor.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
  public init(
    on executor: BFMainThreadExecutor,
    closure: @escaping @MainActor @Sendable () throws -> Value
  ) {
    self = .execute(on: executor, closure: closure)
  }

  /// Runs a closure on the main actor.
  ///
  /// Otherwise like the `execute` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: If it has been cancelled when the closure would start, the task is cancelled instead.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
  /// - Returns: A task that ends with what the closure returns.
  @discardableResult
  public static func execute(
    on executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    closure: @escaping @MainActor @Sendable () throws -> Value
  ) -> BFTask {
    BFTask<Void>().continueWith(on: executor, cancellationToken: token) { _ in try closure() }
  }

  /// Runs a closure on the main actor that starts further work.
  ///
  /// Otherwise like the `executeWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: If it has been cancelled when the closure would start, or when the task that it returned has
  ///     ended, the task is cancelled.
  ///   - closure: Starts the work. What it throws is the error of the task; ``CancelledError`` cancels it.
  /// - Returns: A task that ends as the one does that the closure returns.
  @discardableResult
  public static func executeWithTask(
    on executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    closure: @escaping @MainActor @Sendable () throws -> BFTask
  ) -> BFTask {
    BFTask<Void>().continueWithTask(on: executor, cancellationToken: token) { _ in try closure() }
  }
}

extension BFTask {
  /// Runs a closure on the main actor when the task has ended, in whatever way.
  ///
  /// Otherwise like the `continueWith` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: If it has been cancelled when the closure would start, the new task is cancelled instead.
  ///   - continuation: Gets this task, which has ended. What it throws is the error of the new task.
  /// - Returns: A task that ends with what the closure returns.
  @discardableResult
  public func continueWith<Output>(
    on executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (BFTask) throws -> Output
  ) -> BFTask<Output> {
    continueWith(
      .mainThread,
      cancellationToken: token,
      continuation: onMainActor(continuation)
    )
  }

  /// Starts further work on the main actor when the task has ended, and waits for it.
  ///
  /// Otherwise like the `continueWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: If it has been cancelled when the closure would start, or when the task that it returned has
  ///     ended, the new task is cancelled.
  ///   - continuation: Gets this task, which has ended, and starts the work.
  /// - Returns: A task that ends as the one does that the closure returns.
  @discardableResult
  public func continueWithTask<Output>(
    on executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (BFTask) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    continueWithTask(
      .mainThread,
      cancellationToken: token,
      continuation: onMainActor(continuation)
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
  public func continueOnSuccessWith<Output>(
    on executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (Value) throws -> Output
  ) -> BFTask<Output> {
    continueOnSuccessWith(
      .mainThread,
      cancellationToken: token,
      continuation: onMainActor(continuation)
    )
  }

  /// Starts further work on the main actor when the task has ended with a result, and waits for it.
  ///
  /// Otherwise like the `continueOnSuccessWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task, also when the task
  ///     that the closure returned has ended.
  ///   - continuation: Gets the result, and starts the work.
  /// - Returns: A task that ends as the one does that the closure returns.
  @discardableResult
  public func continueOnSuccessWithTask<Output>(
    on executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (Value) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    continueOnSuccessWithTask(
      .mainThread,
      cancellationToken: token,
      continuation: onMainActor(continuation)
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
  public func continueOnErrorWith<Failure: Error>(
    on executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (Failure) throws -> Value
  ) -> BFTask {
    continueOnErrorWith(
      .mainThread,
      cancellationToken: token,
      continuation: onMainActor(continuation)
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
  public func continueOnErrorWith(
    on executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (any Error) throws -> Value
  ) -> BFTask {
    continueOnErrorWith(
      .mainThread,
      cancellationToken: token,
      continuation: onMainActor(continuation)
    )
  }

  /// Replaces errors of one type by the outcome of further work that is started on the main actor.
  ///
  /// Otherwise like the `continueOnErrorWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task, also when the task
  ///     that the closure returned has ended.
  ///   - continuation: Gets the error, and starts the work.
  /// - Returns: A task that ends with this task's result, or as the one does that the closure returns.
  @discardableResult
  public func continueOnErrorWithTask<Failure: Error>(
    on executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (Failure) throws -> BFTask
  ) -> BFTask {
    continueOnErrorWithTask(
      .mainThread,
      cancellationToken: token,
      continuation: onMainActor(continuation)
    )
  }

  /// Replaces an error by the outcome of further work that is started on the main actor.
  ///
  /// Otherwise like the `continueOnErrorWithTask` that takes a ``BFExecutor``.
  ///
  /// - Parameters:
  ///   - executor: The main thread.
  ///   - token: Once cancelled, keeps the closure from starting, and cancels the new task, also when the task
  ///     that the closure returned has ended.
  ///   - continuation: Gets the error, and starts the work.
  /// - Returns: A task that ends with this task's result, or as the one does that the closure returns.
  @discardableResult
  public func continueOnErrorWithTask(
    on executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    continuation: @escaping @MainActor @Sendable (any Error) throws -> BFTask
  ) -> BFTask {
    continueOnErrorWithTask(
      .mainThread,
      cancellationToken: token,
      continuation: onMainActor(continuation)
    )
  }
}
