extension Cell {
  /// Makes this cell take over the outcome of `inner`.
  ///
  /// If nobody but the caller knows this cell, its waiters move to `inner` and the cell goes away:
  /// an endless recursion through `flatMap` leaves no trail of cells that only pass outcomes on.
  /// The waiters then see `inner` as their source, so both must have the same types.
  ///
  /// - Parameters:
  ///   - inner: Owned; what to take over.
  ///   - cell: Owned; who takes it over.
  /// - Returns: Owned; a settled cell and what is left to do for it, or any cell and nothing.
  static func adopt(
    _ inner: Unmanaged<Cell>,
    by cell: Unmanaged<Cell>
  ) -> (source: Unmanaged<Cell>, Waiters) {
    var adopter = cell.takeRetainedValue()
    if isKnownUniquelyReferenced(&adopter), let list = adopter.takeWaiters() {
      if list == 0 || inner._withUnsafeGuaranteedRef({ $0.append(list) }) { return (inner, .none) }
      return (inner, oldestFirst(list))
    }
    if inner._withUnsafeGuaranteedRef({ $0.push(adopter) }) { return (inner, .none) }
    let waiters = inner._withUnsafeGuaranteedRef { adopter.fire(from: $0) }
    inner.release()
    return (Unmanaged.passRetained(adopter), waiters)
  }

  /// Takes the waiters, newest first, of a pending cell without flags.
  ///
  /// A weak reference may bring the cell back to life for another thread at any moment, so even a
  /// cell with a single reference gives up its list in one atomic step.
  private func takeWaiters() -> UInt? {
    change { $0.takeWaiters() }?.newest
  }

  /// Adds a whole list, newest first, behind the waiters that are there already.
  private func append(_ list: UInt) -> Bool {
    var last = list
    while case let next = Cell.following(last), next != 0 { last = next }
    return Cell.unmanaged(last)._withUnsafeGuaranteedRef { prepend(first: list, last: $0) }
  }
}
