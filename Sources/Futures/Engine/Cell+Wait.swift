internal import Synchronization

extension Cell {
  /// Adds `waiter` to the list.
  ///
  /// - Returns: Whether it was added; false if the cell has settled.
  @usableFromInline
  func push(_ waiter: Cell) -> Bool {
    if isSettled { return false }
    let address = waiter.retainedAddress
    if prepend(first: address, last: waiter) { return true }
    Cell.release(address)
    return false
  }

  /// Puts a chain of waiters, newest first, in front of the list.
  func prepend(first: UInt, last: Cell) -> Bool {
    let old = change { state in
      let behind = state.newest
      guard state.push(first) else { return false }
      last.following = behind
      return true
    }
    if old != nil { return true }
    last.following = 0
    return false
  }

  /// Runs `waiter` once this cell settles: now, on this thread, if it has.
  @usableFromInline
  func observe(_ waiter: Cell) {
    if push(waiter) { return }
    ThreadState.run(self, only: waiter)
  }

  /// Runs the waiter's step.
  ///
  /// A derived future that was cancelled meanwhile, or an observer that was removed, has nothing to
  /// do any more.
  func fire(from source: Cell) -> Waiters {
    if relaxedState.has(CellState.flags) {
      guard mayFire() else { return .none }
    }
    if next & WaiterFlags.delivered != 0 { return deliver(from: source) }
    return runStep(from: source)
  }

  /// Runs the step, and the steps of a group behind it.
  @inline(__always)
  final func runStep(from source: Cell) -> Waiters {
    // Read first: the step may let another thread put this waiter into another list (I2).
    let hasGroup = isPlainObserver
    let waiters = (step.take()?(source, self)).orNone
    if hasGroup { runGroup(from: source) }
    return waiters
  }

  private func mayFire() -> Bool {
    let now = relaxedState
    if now.isRemovable { return claimRemovable() != nil }
    if !now.isSettled { return true }
    dropStep()
    return false
  }
}
