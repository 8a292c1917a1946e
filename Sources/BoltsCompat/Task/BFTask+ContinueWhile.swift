internal import Futures

extension BFTask {
  /// Repeats work for as long as a condition holds, once the task has ended with a result.
  ///
  /// ```swift
  /// BFTask<Void>().continueWhile {
  ///   queue.hasMore
  /// } continuation: { _ in
  ///   upload(queue.next())
  /// }
  /// ```
  ///
  /// Takes constant stack and memory, however many rounds there are. An error or a cancellation of
  /// this task, or of a round, ends the loop and passes on to the new task. From Bolts for Android,
  /// where a failure of the task that the loop follows is lost.
  ///
  /// - Parameters:
  ///   - token: Looked at whenever `predicate` would be asked; if it has been cancelled by then,
  ///     the new task is cancelled. A round that is running is not disturbed.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - predicate: Asked before each round. What it throws ends the loop. Runs where it is
  ///     written: in main-actor code on the main actor, in nonisolated code on
  ///     ``BFExecutor/default``.
  ///   - continuation: Starts a round; gets a task that has ended without a result. What it throws
  ///     ends the loop. Runs where it is written, too.
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

  /// Repeats work for as long as a condition holds, once the task has ended with a result, on an
  /// executor.
  ///
  /// Otherwise like the `continueWhile` without an executor.
  ///
  /// - Parameters:
  ///   - executor: Where both closures run.
  ///   - token: Looked at whenever `predicate` would be asked; if it has been cancelled by then,
  ///     the new task is cancelled. A round that is running is not disturbed.
  ///   - predicate: Asked before each round. What it throws ends the loop.
  ///   - continuation: Starts a round; gets a task that has ended without a result. What it throws
  ///     ends the loop.
  /// - Returns: A task that ends when the condition no longer holds.
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

  /// Drops the result.
  ///
  /// - Returns: A task that ends with this one, without its result.
  public func makeVoid() -> BFTask<Void> { BFTask<Void>(future: future.asVoid()) }
}
