/// Stands for everybody who can complete a cell; when the last reference goes, nobody can any more.
@usableFromInline
final class Producer: Sendable {
  @usableFromInline let cell: Cell
  private let failure: any Error.Type

  @usableFromInline
  init(failure: any Error.Type) {
    cell = Cell()
    self.failure = failure
  }

  deinit {
    let state = cell.state
    if state & (CellWord.settled | CellWord.claimed | CellWord.bound) != 0 { return }
    let waiters = cell.abandon(as: failure)
    if Diagnostics.isEnabled, waiters.includeInterested {
      Diagnostics.report(.brokenPromise, site: cell.creationSite)
    }
    cell.markObserved()
    ThreadState.run(cell, waiters)
  }
}

extension Waiters {
  /// Whether any of these waiters, which the caller owns, would look at a failure.
  fileprivate var includeInterested: Bool {
    var address = raw
    while address != 0 {
      let waiter = Cell.at(address)
      if !waiter.ignoresFailure { return true }
      address = waiter.following
    }
    return false
  }
}
