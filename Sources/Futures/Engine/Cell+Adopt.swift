extension Cell {
  /// Notes that the step of this cell returns another cell to adopt.
  ///
  /// Called before the cell is pushed.
  @inlinable
  func noteWork() { next |= WaiterFlags.adopts }

  /// Passes the outcome of `inner` on to `cell`.
  ///
  /// If the caller has the only reference to the cell, its waiters move to `inner` and the cell is
  /// released: an endless recursion through `flatMap` leaves no trail of cells that only pass
  /// outcomes on. The source of the waiters is then `inner`, so both must have the same types.
  ///
  /// - Parameters:
  ///   - inner: Owned; the cell whose outcome is taken over.
  ///   - cell: Owned; the cell that takes it over.
  /// - Returns: Owned; a settled cell and its waiters, or any cell and no waiters.
  static func adopt(
    _ inner: Unmanaged<Cell>,
    by cell: Unmanaged<Cell>
  ) -> (source: Unmanaged<Cell>, Waiters) {
    var adopter = cell.takeRetainedValue()
    if isKnownUniquelyReferenced(&adopter), let list = adopter.takeWaiters() {
      if list == 0 || inner._withUnsafeGuaranteedRef({ $0.append(list) }) { return (inner, .none) }
      return (inner, oldestFirst(list))
    }
    if inner._withUnsafeGuaranteedRef({ $0.pushAdopter(adopter) }) { return (inner, .none) }
    let waiters = inner._withUnsafeGuaranteedRef { adopter.fire(from: $0) }
    inner.release()
    return (Unmanaged.passRetained(adopter), waiters)
  }

  /// Takes the waiters, newest first, of a pending cell without flags.
  ///
  /// Another thread may load a weak reference to the cell at any moment, so even a cell with a
  /// single reference gives up its list in one atomic step.
  private func takeWaiters() -> UInt? {
    change { $0.takeWaiters() }?.newest
  }

  /// Adds a list, newest first, behind the waiters of this cell.
  ///
  /// What withdraws one of them knows the cell that they come from, and not this one. So they are
  /// counted as in ``observe(removable:)``.
  private func append(_ list: UInt) -> Bool {
    let isFirst = relaxedState.newest == 0
    var last = list
    var count: UInt = 1
    while case let next = Cell.following(last), next != 0 {
      last = next
      count += 1
    }
    let isAdded = Cell.unmanaged(last)._withUnsafeGuaranteedRef { prepend(first: list, last: $0) }
    if isAdded && !isFirst { noteWithdrawal(of: count) }
    return isAdded
  }

  /// Adds an adopter to the list of this cell.
  ///
  /// It is over when it is cancelled, and so is counted as in ``observe(removable:)``.
  private func pushAdopter(_ adopter: Cell) -> Bool {
    let isFirst = relaxedState.newest == 0
    guard push(adopter) else { return false }
    if !isFirst { noteWithdrawal() }
    return true
  }
}
