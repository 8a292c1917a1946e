/// A removable waiter that does not retain the cell that it waits for.
struct Observation: Sendable {
  private weak var source: Cell?
  private let waiter: Cell

  /// Starts waiting for a cell.
  ///
  /// - Parameters:
  ///   - source: The cell to wait for.
  ///   - step: Called once if the cell settles before ``end()``.
  init(of source: Cell, _ step: @escaping Step) {
    waiter = Cell(removableStep: step)
    self.source = source
    source.observe(waiter)
  }

  /// Stops waiting, and releases the step.
  ///
  /// Does nothing if it has run.
  func end() {
    if waiter.withdraw() { source?.noteWithdrawal() }
  }
}
