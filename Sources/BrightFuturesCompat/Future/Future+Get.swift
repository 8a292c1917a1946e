public import Futures

extension Future {
  /// Waits for the value without blocking a thread.
  ///
  /// Cancelling the task that waits stops the waiting if the error type can hold cancellation. The
  /// future itself goes on. The task is resumed by the thread that completes the future.
  ///
  /// The error is thrown as `any Error`, as in BrightFutures. The engine's future throws the error
  /// type itself: `try await future.future.get()`.
  ///
  /// - Returns: The value.
  /// - Throws: The future's error, or the cancellation error of `E` if the current task was
  ///   cancelled.
  @_disfavoredOverload
  @inlinable
  public nonisolated(nonsending) func get() async throws -> T { try await future.get() }
}

extension Future where E == Never {
  /// Waits for the value without blocking a thread.
  ///
  /// Cancelling the task that waits does not stop the waiting. The task is resumed by the thread
  /// that completes the future.
  ///
  /// - Returns: The value.
  @inlinable
  public nonisolated(nonsending) func get() async -> T { await future.get() }
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
