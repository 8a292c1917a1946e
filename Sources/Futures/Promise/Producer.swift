/// The right to complete a cell; releasing the last reference breaks its promise.
@usableFromInline
final class Producer<Failure: Error>: Sendable {
  @usableFromInline let cell: Cell

  @inlinable
  init() { cell = PromiseCell() }

  deinit {
    if cell.state.isClosed(toPromise: true) { return }
    let waiters = cell.abandon(as: Failure.self)
    if Diagnostics.isEnabled, waiters.includeInterested(of: cell) {
      Diagnostics.report(.brokenPromise, site: cell.creationSite)
    }
    cell.markObserved()
    ThreadState.run(cell, waiters)
  }
}

extension Waiters {
  /// Returns whether any of these waiters of `cell`, which the caller owns, still waits and
  /// observes failures.
  fileprivate func includeInterested(of cell: Cell) -> Bool {
    if startWithOwnObserver && !cell.ownObserverIgnoresFailure { return true }
    var address = others.raw
    while address != 0 {
      let waiter = Cell.at(address)
      if !waiter.ignoresFailure && !waiter.isOver { return true }
      address = waiter.following
    }
    return false
  }
}
