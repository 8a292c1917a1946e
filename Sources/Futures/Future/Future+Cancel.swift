extension Future where Failure == any Error {
  /// Cancels this future: settles it with a `CancellationError` if it is still pending.
  ///
  /// The producer is asked to stop: the task of a future made from an `async` closure is cancelled,
  /// and so is what ``Promise/onCancel(_:)`` names. For a derived future that reaches the derived
  /// future only: the one it came from may be shared and goes on, and keeps the closure of the
  /// derived one until it settles. To release the closure at once, pass a ``CancellationToken``
  /// where the future is derived. To cancel a whole chain, pass a ``CancellationToken`` to where it
  /// starts, or use ``InterestCounter``.
  ///
  /// - Returns: Whether this call settled the future.
  @discardableResult
  public func cancel() -> Bool { cell.cancel(with: CancellationError(), as: (any Error).self) }
}

extension Future where Failure: CancellationRepresentable {
  /// Cancels this future: settles it with the error that stands for cancellation if it is still
  /// pending.
  ///
  /// The producer is asked to stop: the task of a future made from an `async` closure is cancelled,
  /// and so is what ``Promise/onCancel(_:)`` names. For a derived future that reaches the derived
  /// future only: the one it came from may be shared and goes on.
  ///
  /// - Returns: Whether this call settled the future.
  @discardableResult
  public func cancel() -> Bool { cell.cancel(with: Failure.cancellation, as: Failure.self) }
}

extension Future {
  /// Whether the error type can hold cancellation.
  @inlinable
  var canBeCancelled: Bool { holdsCancellation(Failure.self) }
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
