package import Futures

extension Future where Failure == any Error {
  /// Creates a future of work that is done elsewhere and that can be stopped.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the future is cancelled and the work is stopped. If it is cancelled
  ///     already, the work is not started.
  ///   - fileID: Where the future is created.
  ///   - line: Where the future is created.
  ///   - start: Starts the work, which completes the promise, and returns how to stop it. That is
  ///     called if the future is cancelled before it was completed.
  /// - Returns: The future.
  package static func adapted(
    cancellation token: CancellationToken,
    _ fileID: StaticString,
    _ line: UInt,
    _ start: (Promise<Value, any Error>) -> @Sendable () -> Void
  ) -> Future {
    let promise = Promise<Value, any Error>(fileID: fileID, line: line)
    let future = promise.future
    let registration = token.onCancel { future.cancel() }
    // With the token, which may be cancelled by a timer when its source is gone.
    future.whenSettled { withExtendedLifetime(token) { registration.dispose() } }
    if future.isCompleted { return future }
    promise.onCancel(start(promise))
    return future
  }
}
