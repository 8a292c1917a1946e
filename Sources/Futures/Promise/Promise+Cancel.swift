extension Promise {
  /// Registers a closure that stops the work when nobody wants the outcome any more.
  ///
  /// It runs inline, once, if the future settles with cancellation, whoever cancelled it: `cancel()` on the
  /// future or the promise, a token, or a failure that is a cancellation error. It is released when the
  /// future settles.
  ///
  /// - Parameter handler: Stops the work behind the future.
  public func onCancel(_ handler: @escaping @Sendable () -> Void) {
    producer.cell.observe(ignoresFailure: true) { source, _ in
      if source.isCancelled(as: Failure.self) { handler() }
      return .none
    }
  }
}

extension Promise where Failure == any Error {
  /// Cancels the future: completes it with a `CancellationError`.
  ///
  /// - Returns: Whether this call completed the future.
  @discardableResult
  public func cancel() -> Bool { future.cancel() }
}

extension Promise where Failure: CancellationRepresentable {
  /// Cancels the future: completes it with the error that stands for cancellation.
  ///
  /// - Returns: Whether this call completed the future.
  @discardableResult
  public func cancel() -> Bool { future.cancel() }
}
