extension Promise {
  /// Registers a closure that stops the work once the future is cancelled.
  ///
  /// The handler runs where it is written: on the actor of the code that passes it, or inline if
  /// that code is nonisolated. It runs once if the future settles with cancellation: by `cancel()`
  /// on the future or the promise, by a token, or by a failure that is a cancellation error. It is
  /// released when the future settles.
  ///
  /// - Parameter handler: Stops the work of the future.
  public func onCancel(
    @_inheritActorContext _ handler: @escaping @Sendable @isolated(any) () -> Void
  ) {
    let call = withoutIsolation(handler)
    producer.cell.observe(
      on: ExecutionContext(isolation: handler.isolation),
      cancellation: .never,
      ignoresFailure: true
    ) { source, _ in
      if source.isCancelled(as: Failure.self) { call() }
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
  /// Cancels the future: completes it with the error that represents cancellation.
  ///
  /// - Returns: Whether this call completed the future.
  @discardableResult
  public func cancel() -> Bool { future.cancel() }
}
