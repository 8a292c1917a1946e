extension Future where Failure == any Error {
  /// Cancels this future: settles it with a `CancellationError` if it is pending.
  ///
  /// The producer is notified: the task of a future of an `async` closure is cancelled, and the
  /// handlers of ``Promise/onCancel(_:)`` are called. Cancelling a derived future does not cancel
  /// the future it was derived from, which may be shared. The closure is released when that one
  /// settles, or soon after others are derived from it; to release it at once, pass a
  /// ``CancellationToken`` where the future is derived. To cancel a whole chain, pass a
  /// ``CancellationToken`` where it starts, or use ``InterestCounter``.
  ///
  /// ![A cancelled future and those derived from it fail; the origin continues.](cancelDerived)
  ///
  /// - Returns: Whether this call settled the future.
  @discardableResult
  public func cancel() -> Bool { cell.cancel(with: CancellationError(), as: (any Error).self) }
}

extension Future where Failure: CancellationRepresentable {
  /// Cancels this future: settles it with the error that represents cancellation if it is pending.
  ///
  /// The producer is notified: the task of a future of an `async` closure is cancelled, and the
  /// handlers of ``Promise/onCancel(_:)`` are called. Cancelling a derived future does not cancel
  /// the future it was derived from, which may be shared.
  ///
  /// - Returns: Whether this call settled the future.
  @discardableResult
  public func cancel() -> Bool { cell.cancel(with: Failure.cancellation, as: Failure.self) }
}

extension Future {
  /// Whether the error type can hold cancellation.
  @inlinable
  var canBeCancelled: Bool { holdsCancellation(Failure.self) }

  /// Cancels this future if its error type can hold cancellation.
  @usableFromInline
  package func cancelIfPossible() { cell.cancelIfPossible(as: Failure.self) }
}

extension Cell {
  func cancel<Failure: Error>(with failure: Failure, as type: Failure.Type) -> Bool {
    guard let waiters = fail(failure, as: type) else {
      waitForWinner()
      return false
    }
    ThreadState.run(self, waiters)
    return true
  }
}
