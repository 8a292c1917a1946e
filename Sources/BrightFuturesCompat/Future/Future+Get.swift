public import Futures

extension Future {
  /// Waits for the value without blocking a thread.
  ///
  /// If the error type can represent cancellation, cancelling the waiting task ends the wait. The
  /// future continues. The thread that completes the future resumes the task.
  ///
  /// The error is thrown as `any Error`, as in BrightFutures. The underlying future throws its
  /// error type: `try await future.future.value`.
  ///
  /// - Returns: The value.
  /// - Throws: The error of the future, or the cancellation error of `E` if the current task is
  ///   cancelled.
  @inlinable
  public nonisolated(nonsending) func get() async throws -> T { try await future.value }
}

extension Future where E == Never {
  /// Waits for the value without blocking a thread.
  ///
  /// Cancelling the waiting task does not end the wait. The thread that completes the future
  /// resumes the task.
  ///
  /// - Returns: The value.
  @inlinable
  public nonisolated(nonsending) func get() async -> T { await future.value }
}

extension Future where E == any Error {
  /// Cancels the future: fails it with a `CancellationError` if it is pending.
  ///
  /// - Returns: Whether this call settled the future.
  @discardableResult
  public func cancel() -> Bool { future.cancel() }
}

extension Future where E: CancellationRepresentable {
  /// Cancels the future: fails it with the error that represents cancellation if it is pending.
  ///
  /// - Returns: Whether this call settled the future.
  @discardableResult
  public func cancel() -> Bool { future.cancel() }
}
