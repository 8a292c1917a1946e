public import Futures

extension BFTask {
  /// Waits for the result without blocking a thread; cancelling the waiting Swift task ends only
  /// the wait.
  @inlinable
  public nonisolated(nonsending) func get() async throws -> Value { try await future.value }

  /// Creates a task of an asynchronous closure, which starts immediately in a new Swift task.
  ///
  /// ```swift
  /// let page = BFTask { try await client.get(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - priority: The priority of the Swift task; `nil` for that of the current task.
  ///   - token: A token that cancels the Swift task and this task at once. A closure that observes
  ///     `Task.isCancelled` can stop early.
  ///   - fileID: The file that creates the task, for diagnostics in debug builds.
  ///   - line: The line that creates the task, for diagnostics in debug builds.
  ///   - operation: The work. It runs where it is written: on the actor of the code that passes it,
  ///     or on the global executor if that code is nonisolated. An error that it throws fails the
  ///     task; ``CancelledError`` cancels it.
  public init(
    priority: TaskPriority? = nil,
    cancellationToken token: BFCancellationToken? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) {
    future = Future(
      priority: priority,
      cancellation: token?.token ?? .never,
      fileID: fileID,
      line: line,
      operation: operation
    )
  }
}
