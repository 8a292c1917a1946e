internal import Futures

extension BFTask {
  /// Makes a task that runs a closure.
  ///
  /// The same as ``execute(cancellationToken:isolation:closure:)``.
  ///
  /// - Parameters:
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
  ///     Runs where it is written: on the main actor in main-actor code, otherwise in this call.
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
  ///   - token: If it has been cancelled when the closure would start, the closure does not run and
  ///     the task is cancelled. It is not looked at later.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
  ///     Runs where it is written: on the main actor in main-actor code, otherwise in this call.
  /// - Returns: A task that ends with what the closure returns.
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
  ///   - token: If it has been cancelled when the closure would start, the closure does not run and
  ///     the task is cancelled. It is looked at again when the task that the closure returned
  ///     has ended.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - closure: Starts the work. What it throws is the error of the task; ``CancelledError``
  ///     cancels it. Runs where it is written: on the main actor in main-actor code, otherwise in
  ///     this call.
  /// - Returns: A task that ends as the one does that the closure returns.
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

  /// Makes a task that runs a closure.
  ///
  /// The same as ``execute(_:closure:)``.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
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
  ///   - executor: Where the closure runs. With the default, in this call.
  ///   - closure: The work. What it throws is the error of the task; ``CancelledError`` cancels it.
  /// - Returns: A task that ends with what the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public static func execute(
    _ executor: BFExecutor,
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
  ///   - executor: Where the closure runs. With the default, in this call.
  ///   - closure: Starts the work. What it throws is the error of the task; ``CancelledError``
  ///     cancels it.
  /// - Returns: A task that ends as the one does that the closure returns.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public static func executeWithTask(
    _ executor: BFExecutor,
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
