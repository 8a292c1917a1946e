extension Future {
  /// Waits for the value without blocking a thread.
  ///
  /// Cancelling the task that waits stops the waiting and throws the cancellation error; the future itself
  /// goes on for everybody else. Under an error type that cannot hold cancellation the task keeps waiting.
  /// The task is resumed by the thread that completes the future, without a detour over another queue.
  ///
  /// - Returns: The value.
  /// - Throws: The future's error, or the cancellation error of `Failure` if the current task was
  ///   cancelled.
  @inlinable
  public nonisolated(nonsending) func get() async throws(Failure) -> Value {
    if cell.isSuccess { return cell.load(as: Value.self) }
    return try await waitForOutcome().get()
  }

  /// Waits for the outcome without blocking a thread, and without regard to cancellation.
  ///
  /// - Returns: The outcome.
  public nonisolated(nonsending) func outcome() async -> Result<Value, Failure> {
    while true {
      if let result { return result }
      _ = await Waiter().wait(for: settleable)
    }
  }

  @usableFromInline
  nonisolated(nonsending) func waitForOutcome() async -> Result<Value, Failure> {
    guard let cancelled = cancellationError(as: Failure.self) else { return await outcome() }
    if let result { return result }
    let waiter = Waiter()
    let cell = cell
    _ = await withTaskCancellationHandler {
      await waiter.wait(for: cell)
    } onCancel: {
      waiter.cancel(cell)
    }
    return result ?? .failure(cancelled)
  }

  /// The cell to wait for: an abandoned one never settles, so its waiters must not be woken.
  private var settleable: Cell {
    cell.isAbandoned ? Cell(step: Cell.silentStep) : cell
  }
}
