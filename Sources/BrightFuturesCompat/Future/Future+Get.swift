public import Futures

extension Future {
  /// Waits for the value without blocking a thread; without `try` if the future cannot fail.
  ///
  /// Cancelling the task that waits stops the waiting, if the error type can hold cancellation; the
  /// future goes on for everybody else. The task is resumed by the thread that completes the
  /// future.
  ///
  /// - Returns: The value.
  /// - Throws: The future's error, or the cancellation error of `E` if the current task was
  ///   cancelled.
  @inlinable
  public nonisolated(nonsending) func get() async throws(E) -> T { try await future.get() }
}

extension Future where E == any Error {
  /// Cancels the future: settles it with a `CancellationError` if it is pending.
  ///
  /// - Returns: Whether this call settled the future.
  @discardableResult
  public func cancel() -> Bool { future.cancel() }
}

extension Future where E: CancellationRepresentable {
  /// Cancels the future: settles it with the error that stands for cancellation if it is pending.
  ///
  /// - Returns: Whether this call settled the future.
  @discardableResult
  public func cancel() -> Bool { future.cancel() }
}
