extension Future {
  /// Waits for the value without blocking a thread.
  ///
  /// Cancelling the task that waits stops the waiting and throws the cancellation error; the future
  /// itself continues for its other observers. Under an error type that cannot hold cancellation
  /// the task keeps waiting. The task is resumed by the thread that completes the future, without a
  /// hop through another queue.
  ///
  /// - Returns: The value.
  /// - Throws: The future's error, or the cancellation error of `Failure` if the current task was
  ///   cancelled.
  @inlinable
  public nonisolated(nonsending) func get() async throws(Failure) -> Value {
    if !cell.isSettled { await cell.wait(heedingCancellation: canBeCancelled) }
    if cell.isSuccess { return cell.load(as: Value.self) }
    return try await outcomeAfterWait()
  }

  /// Waits for the outcome without blocking a thread, and without regard to cancellation.
  ///
  /// - Returns: The outcome.
  public nonisolated(nonsending) func outcome() async -> Result<Value, Failure> {
    while true {
      if let result { return result }
      await cell.wait(heedingCancellation: false)
    }
  }

  /// What ``get()`` ends with if the future has not succeeded.
  @usableFromInline
  nonisolated(nonsending) func outcomeAfterWait() async throws(Failure) -> Value {
    if let result { return try result.get() }
    if let cancelled = cancellationError(as: Failure.self) { throw cancelled }
    return try await outcome().get()
  }
}
