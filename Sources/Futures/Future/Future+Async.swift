extension Future {
  /// Returns the value, suspending the current task until the future settles.
  ///
  /// Cancelling the task ends the wait and throws the cancellation error; the future itself is not
  /// cancelled. If the error type cannot hold cancellation, the task keeps waiting, also in a scope
  /// that is cancelled with it, unless the future settles because its work was started in that
  /// scope. The thread that completes the future resumes the task directly.
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

  /// Returns the outcome, suspending the current task until the future settles.
  ///
  /// Cancelling the task does not end the wait, whatever the error type, and neither does the end
  /// of a scope around the wait. Both end it only if they cancel the future: if its work was
  /// started in the scope. To stop waiting for a future that others may need, use ``get()``.
  ///
  /// - Returns: The outcome.
  public nonisolated(nonsending) func outcome() async -> Result<Value, Failure> {
    while true {
      if let result { return result }
      await cell.wait(heedingCancellation: false)
    }
  }

  /// Returns or throws what ``get()`` ends with if the future has not succeeded.
  @usableFromInline
  nonisolated(nonsending) func outcomeAfterWait() async throws(Failure) -> Value {
    if let result { return try result.get() }
    if let cancelled = cancellationError(as: Failure.self) { throw cancelled }
    return try await outcome().get()
  }
}
