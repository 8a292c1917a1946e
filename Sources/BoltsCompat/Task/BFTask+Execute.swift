internal import Futures

extension BFTask {
  /// Creates a task that runs a closure.
  ///
  /// Equivalent to ``execute(cancellationToken:isolation:closure:)``.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - closure: The work. An error that it throws fails the task; ``CancelledError`` cancels it.
  ///     It runs where it is written: on the main actor in main-actor code, otherwise in this call.
  @preconcurrency
  public init(
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext closure: @escaping @Sendable @isolated(any) () throws -> Value
  ) {
    self = .execute(isolation: isolation, closure: closure)
  }

  /// Runs a closure.
  ///
  /// - Parameters:
  ///   - token: If the token is cancelled when the closure would start, the closure does not run
  ///     and the task is cancelled. A later cancellation has no effect.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - closure: The work. An error that it throws fails the task; ``CancelledError`` cancels it.
  ///     It runs where it is written: on the main actor in main-actor code, otherwise in this call.
  /// - Returns: A task whose result is what the closure returns.
  @discardableResult
  @preconcurrency
  public static func execute(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext closure: @escaping @Sendable @isolated(any) () throws -> Value
  ) -> BFTask {
    execute(
      BFExecutor.home(of: closure.isolation, calledFrom: isolation),
      cancellationToken: token,
      closure: withoutIsolation(closure)
    )
  }

  /// Runs a closure that starts further work.
  ///
  /// - Parameters:
  ///   - token: If the token is cancelled when the closure would start, the closure does not run
  ///     and the task is cancelled. The task is also cancelled if the token is cancelled when the
  ///     task that the closure returned ends.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - closure: A closure that starts the work. An error that it throws fails the task;
  ///     ``CancelledError`` cancels it. It runs where it is written: on the main actor in
  ///     main-actor code, otherwise in this call.
  /// - Returns: A task that ends like the task that the closure returns.
  @discardableResult
  @preconcurrency
  public static func executeWithTask(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext closure: @escaping @Sendable @isolated(any) () throws -> BFTask
  ) -> BFTask {
    executeWithTask(
      BFExecutor.home(of: closure.isolation, calledFrom: isolation),
      cancellationToken: token,
      closure: withoutIsolation(closure)
    )
  }

  /// Creates a task that runs a closure.
  ///
  /// Equivalent to ``execute(_:closure:)``.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure.
  ///   - closure: The work. An error that it throws fails the task; ``CancelledError`` cancels it.
  @_disfavoredOverload
  @preconcurrency
  public init(
    _ executor: BFExecutor,
    closure: @escaping @Sendable () throws -> Value
  ) {
    self = .execute(executor, closure: closure)
  }

  /// Runs a closure.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure. On the default executor, it runs in this
  ///     call.
  ///   - closure: The work. An error that it throws fails the task; ``CancelledError`` cancels it.
  /// - Returns: A task whose result is what the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public static func execute(
    _ executor: BFExecutor,
    closure: @escaping @Sendable () throws -> Value
  ) -> BFTask {
    BFTask<Void>().continueWith(executor) { _ in try closure() }
  }

  /// Runs a closure, unless a token is cancelled.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure. On the default executor, it runs in this
  ///     call.
  ///   - token: If the token is cancelled when the closure would start, the closure does not run
  ///     and the task is cancelled. A later cancellation has no effect.
  ///   - closure: The work. An error that it throws fails the task; ``CancelledError`` cancels it.
  /// - Returns: A task whose result is what the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public static func execute(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    closure: @escaping @Sendable () throws -> Value
  ) -> BFTask {
    BFTask<Void>().continueWith(executor, cancellationToken: token) { _ in try closure() }
  }

  /// Runs a closure that starts further work.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure. On the default executor, it runs in this
  ///     call.
  ///   - closure: A closure that starts the work. An error that it throws fails the task;
  ///     ``CancelledError`` cancels it.
  /// - Returns: A task that ends like the task that the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public static func executeWithTask(
    _ executor: BFExecutor,
    closure: @escaping @Sendable () throws -> BFTask
  ) -> BFTask {
    BFTask<Void>().continueWithTask(executor) { _ in try closure() }
  }

  /// Runs a closure that starts further work, unless a token is cancelled.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the closure. On the default executor, it runs in this
  ///     call.
  ///   - token: If the token is cancelled when the closure would start, the closure does not run
  ///     and the task is cancelled. The task is also cancelled if the token is cancelled when the
  ///     task that the closure returned ends.
  ///   - closure: A closure that starts the work. An error that it throws fails the task;
  ///     ``CancelledError`` cancels it.
  /// - Returns: A task that ends like the task that the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public static func executeWithTask(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    closure: @escaping @Sendable () throws -> BFTask
  ) -> BFTask {
    BFTask<Void>().continueWithTask(executor, cancellationToken: token) { _ in try closure() }
  }
}
