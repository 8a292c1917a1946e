public import Futures

extension BFTask {
  /// Waits for the result without blocking a thread.
  ///
  /// Cancelling the Swift task that waits stops the waiting and throws `CancellationError`; this
  /// task goes on for everybody else.
  ///
  /// - Returns: The result.
  /// - Throws: The error, or `CancellationError` if this task was cancelled or the current Swift
  ///   task is.
  @inlinable
  public nonisolated(nonsending) func get() async throws -> Value { try await future.get() }

  /// Makes a task of an asynchronous closure, which starts now in a Swift task of its own.
  ///
  /// ```swift
  /// let page = BFTask { try await client.get(url) }
  /// ```
  ///
  /// - Parameters:
  ///   - priority: The priority of the Swift task; `nil` for that of the current one.
  ///   - token: Once cancelled, the Swift task and this one are cancelled, at once: a closure that
  ///     looks at `Task.isCancelled` can stop early.
  ///   - fileID: Where the task is made, for diagnostics in debug builds.
  ///   - line: Where the task is made, for diagnostics in debug builds.
  ///   - operation: The work. It runs where it is written: on the actor of the code that passes it,
  ///     or on the global executor if that code is nonisolated. What it throws is the error;
  ///     ``CancelledError`` cancels the task.
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
