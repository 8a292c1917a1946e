internal import Futures

extension BFTask {
  /// Repeats work while a condition holds, once the task has ended with a result.
  ///
  /// ```swift
  /// BFTask<Void>().continueWhile {
  ///   queue.hasMore
  /// } continuation: { _ in
  ///   upload(queue.next())
  /// }
  /// ```
  ///
  /// The loop uses constant stack and memory, regardless of the number of rounds. An error or a
  /// cancellation of this task, or of a round, ends the loop and is passed on to the new task. In
  /// Bolts for Android, where this method comes from, a failure of the task that the loop follows
  /// is lost.
  ///
  /// - Parameters:
  ///   - token: The new task is cancelled if the token is cancelled when `predicate` would be
  ///     called. A round that has started runs to its end.
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - predicate: The condition, which is evaluated before each round. An error that it throws
  ///     ends the loop. It runs where it is written: in main-actor code on the main actor, in
  ///     nonisolated code on ``BFExecutor/default``.
  ///   - continuation: A closure that starts a round, and receives a task that has ended without a
  ///     result. An error that it throws ends the loop. It runs where it is written.
  /// - Returns: A task that ends when the condition no longer holds.
  @discardableResult
  @preconcurrency
  public func continueWhile(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext predicate: @escaping @Sendable @isolated(any) () throws -> Bool,
    @_inheritActorContext continuation:
      @escaping @Sendable @isolated(any) (BFTask<Void>) throws -> BFTask<Void>
  ) -> BFTask<Void> {
    let home = BFExecutor.home(of: predicate.isolation, calledFrom: isolation)
    let roundHome = BFExecutor.home(of: continuation.isolation, calledFrom: isolation)
    let isElsewhere = predicate.isolation !== continuation.isolation
    let predicate = withoutIsolation(predicate)
    let continuation = withoutIsolation(continuation)
    return continueWhile(home, cancellationToken: token, predicate: predicate) { task in
      isElsewhere
        ? task.continueWithTask(roundHome, continuation: continuation) : try continuation(task)
    }
  }

  /// Repeats work on an executor while a condition holds, like
  /// ``continueWhile(cancellationToken:isolation:predicate:continuation:)``.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func continueWhile(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken? = nil,
    predicate: @escaping @Sendable () throws -> Bool,
    continuation: @escaping @Sendable (BFTask<Void>) throws -> BFTask<Void>
  ) -> BFTask<Void> {
    continueOnSuccessWithTask(BFExecutor.default) { _ in
      BFTask<Void>(
        future: Future<Void, any Error>.repeatWhile(on: executor.context) {
          try token?.throwIfCancellationRequested()
          return try predicate()
        } _: {
          try continuation(BFTask<Void>()).future
        }
      )
    }
  }

  /// Returns a task without the result.
  ///
  /// - Returns: A task that ends when this one ends, without its result.
  public func makeVoid() -> BFTask<Void> { BFTask<Void>(future: future.asVoid()) }
}
