package import Futures

extension Future where Failure == any Error {
  /// Creates a future of external work that can be stopped.
  ///
  /// - Parameters:
  ///   - token: Cancels the future and stops the work. If it is already cancelled, the work is not
  ///     started.
  ///   - fileID: The file of the call site.
  ///   - line: The line of the call site.
  ///   - start: Starts the work, which completes the promise, and returns a closure that stops it.
  ///     That closure is called if the future is cancelled before it is completed.
  /// - Returns: The future.
  package static func adapted(
    cancellation token: CancellationToken,
    _ fileID: StaticString,
    _ line: UInt,
    _ start: (Promise<Value, any Error>) -> @Sendable () -> Void
  ) -> Future {
    let promise = Promise<Value, any Error>(fileID: fileID, line: line)
    let future = promise.future
    if !token.isNever {
      let registration = token.onCancel { future.cancel() }
      // Retains the token, which a timer may cancel after its source is gone.
      future.whenSettled { withExtendedLifetime(token) { registration.dispose() } }
      if future.isSettled { return future }
    }
    promise.onCancel(start(promise))
    return future
  }
}
