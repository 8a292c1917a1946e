internal import Futures

// Each operation that takes a closure, for closures of the main actor; see
// ``BFMainThreadExecutor``.

extension BFTask {
  /// Creates a task that runs a closure on the main actor, like ``execute(_:closure:)`` on an
  /// executor.
  @preconcurrency
  public init(
    _ executor: BFMainThreadExecutor,
    closure: @escaping @MainActor @Sendable () throws -> Value
  ) {
    self = .execute(executor, closure: closure)
  }

  /// Runs a closure on the main actor; see <doc:BFTask#Continuations-and-tokens>.
  @discardableResult
  @preconcurrency
  public static func execute(
    _ executor: BFMainThreadExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    closure: @escaping @MainActor @Sendable () throws -> Value
  ) -> BFTask {
    BFTask<Void>().continueWith(executor, cancellationToken: token) { _ in try closure() }
  }

  /// Runs a closure that starts further work on the main actor; see
  /// <doc:BFTask#Continuations-and-tokens>.
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
  /// Runs a closure on the main actor when the task has ended, with any outcome; see
  /// <doc:BFTask#Continuations-and-tokens>.
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

  /// Starts further work on the main actor when the task has ended, with any outcome; see
  /// <doc:BFTask#Continuations-and-tokens>.
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

  /// Runs a closure on the main actor when the task has ended with a result; see
  /// <doc:BFTask#Continuations-and-tokens>.
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

  /// Starts further work on the main actor when the task has ended with a result; see
  /// <doc:BFTask#Continuations-and-tokens>.
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

  /// Repeats work on the main actor while a condition holds, like
  /// ``continueWhile(cancellationToken:isolation:predicate:continuation:)``.
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
  /// Replaces errors of one type with the result of a closure on the main actor; see
  /// <doc:BFTask#Continuations-and-tokens>.
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

  /// Replaces an error with the result of a closure on the main actor; see
  /// <doc:BFTask#Continuations-and-tokens>.
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

  /// Replaces errors of one type with the outcome of work that starts on the main actor; see
  /// <doc:BFTask#Continuations-and-tokens>.
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

  /// Replaces an error with the outcome of work that starts on the main actor; see
  /// <doc:BFTask#Continuations-and-tokens>.
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
