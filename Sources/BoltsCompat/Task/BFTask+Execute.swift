extension BFTask {
  /// Makes a task that runs a closure.
  ///
  /// The same as ``execute(_:closure:)``.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
  @preconcurrency
  public init(
    _ executor: BFExecutor = .default,
    closure: @escaping @Sendable () throws -> Value
  ) {
    self = .execute(executor, closure: closure)
  }

  /// Runs a closure.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs. With the default, in this call.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
  /// - Returns: A task that ends with what the closure returns.
  @discardableResult
  @preconcurrency
  public static func execute(
    _ executor: BFExecutor = .default,
    closure: @escaping @Sendable () throws -> Value
  ) -> BFTask {
    BFTask<Void>().continueWith(executor) { _ in try closure() }
  }

  /// Runs a closure, unless a token has been cancelled.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs. With the default, in this call.
  ///   - token: If it has been cancelled when the closure would start, the closure does not run and
  ///     the task is cancelled. It is not looked at later.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
  /// - Returns: A task that ends with what the closure returns.
  @discardableResult
  @preconcurrency
  public static func execute(
    _ executor: BFExecutor = .default,
    cancellationToken token: BFCancellationToken?,
    closure: @escaping @Sendable () throws -> Value
  ) -> BFTask {
    BFTask<Void>().continueWith(executor, cancellationToken: token) { _ in try closure() }
  }

  /// Runs a closure that starts further work.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs. With the default, in this call.
  ///   - closure: Starts the work. What it throws is the error of the task; ``CancelledError``
  ///     cancels it.
  /// - Returns: A task that ends as the one does that the closure returns.
  @discardableResult
  @preconcurrency
  public static func executeWithTask(
    _ executor: BFExecutor = .default,
    closure: @escaping @Sendable () throws -> BFTask
  ) -> BFTask {
    BFTask<Void>().continueWithTask(executor) { _ in try closure() }
  }

  /// Runs a closure that starts further work, unless a token has been cancelled.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs. With the default, in this call.
  ///   - token: If it has been cancelled when the closure would start, the closure does not run and
  ///     the task is cancelled. It is looked at again when the task that the closure returned has
  ///     ended.
  ///   - closure: Starts the work. What it throws is the error of the task; ``CancelledError``
  ///     cancels it.
  /// - Returns: A task that ends as the one does that the closure returns.
  @discardableResult
  @preconcurrency
  public static func executeWithTask(
    _ executor: BFExecutor = .default,
    cancellationToken token: BFCancellationToken?,
    closure: @escaping @Sendable () throws -> BFTask
  ) -> BFTask {
    BFTask<Void>().continueWithTask(executor, cancellationToken: token) { _ in try closure() }
  }
}
