/// A removable waiter that does not retain the cell that it waits for.
struct Observation: Sendable {
  private weak var source: Cell?
  private let waiter: Cell
  /// The error type of a source that only this observation needs.
  private let failure: (any Error.Type)?

  /// Starts waiting for a cell.
  ///
  /// - Parameters:
  ///   - source: The cell to wait for.
  ///   - failure: The error type of the source if it is a link that only this observation needs.
  ///     The end of the observation then settles it, so that its own source does not keep it.
  ///   - ignoresFailure: Whether this does not count as observing a failure.
  ///   - step: Called once if the cell settles before ``end()``.
  init(
    of source: Cell,
    link failure: (any Error.Type)? = nil,
    ignoresFailure: Bool = false,
    _ step: @escaping Step
  ) {
    waiter = Cell(removableStep: step, ignoresFailure: ignoresFailure)
    self.source = source
    self.failure = failure
    source.observe(waiter)
  }

  /// Stops waiting, and releases the step.
  ///
  /// Does nothing if it has run.
  func end() {
    if !waiter.withdraw() { return }
    guard let source else { return }
    source.noteWithdrawal()
    if let failure { source.letGo(as: failure) }
  }
}

extension Cell {
  /// Settles a link without a waiter, so that its own source does not keep it.
  fileprivate func letGo(as failure: any Error.Type) {
    guard let waiters = abandonIfPending(as: failure, reason: .cancellation) else { return }
    markObserved()
    ThreadState.run(self, waiters)
  }
}
