// The waiters of a cell: how one is added and run, how a list links them, what a step returns for
// the driver, and the flags of a waiter. Lists link cells by address. An address that is stored
// owns a reference (I2).

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
  /// A derived future that was cancelled in the meantime, or an observer that was removed, has
  /// nothing left to do.
  func fire(from source: Cell) -> Waiters {
    if relaxedState.has(CellState.flags) {
      guard mayFire() else { return .none }
    }
    guard next & WaiterFlags.delivered != 0 else { return runStep(from: source) }
    // If the step adopts another cell, it continues where that one settles.
    next &= ~WaiterFlags.delivered
    return deliver(from: source)
  }

  /// Runs the step, and the steps of its group.
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

// MARK: - Lists

extension Cell {
  /// The address of this cell, with one reference added.
  @inlinable
  var retainedAddress: UInt {
    UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
  }

  /// The reference that an address represents.
  static func unmanaged(_ address: UInt) -> Unmanaged<Cell> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
  }

  /// Returns the cell at an address, which keeps its reference.
  static func at(_ address: UInt) -> Cell { unmanaged(address).takeUnretainedValue() }

  /// Returns the cell at an address and takes over its reference.
  static func take(_ address: UInt) -> Cell { unmanaged(address).takeRetainedValue() }

  /// Releases the reference that an address represents.
  static func release(_ address: UInt) { unmanaged(address).release() }

  /// The address of the waiter after this one in its list.
  var following: UInt {
    get { next & ~WaiterFlags.mask }
    set { next = newValue | (next & WaiterFlags.mask) }
  }

  /// Returns the address of the waiter after the one at `address`.
  static func following(_ address: UInt) -> UInt {
    unmanaged(address)._withUnsafeGuaranteedRef { $0.following }
  }

  /// Reverses a list: waiters are pushed newest first and run oldest first.
  static func oldestFirst(_ newest: UInt) -> Waiters {
    var done: UInt = 0
    var address = newest
    while address != 0 {
      let next = Cell.following(address)
      Cell.unmanaged(address)._withUnsafeGuaranteedRef { $0.following = done }
      done = address
      address = next
    }
    return Waiters(raw: done)
  }
}

// MARK: - What a step returns

/// What a step returns for the driver to run next.
///
/// Either nothing, or the waiters of the cell that the step settled (oldest first, perhaps after
/// its own observer), or another cell whose outcome the stepped cell takes over.
@usableFromInline
struct Waiters {
  /// An owned reference to a cell as a number, or zero; the lowest bit marks a cell to adopt, the
  /// next one an observer that the settled cell keeps itself and that comes first.
  @usableFromInline var raw: UInt

  @inlinable
  init(raw: UInt) { self.raw = raw }

  /// The cell whose outcome the stepped cell takes over.
  @inlinable
  init(adopting cell: consuming Cell) {
    raw = UInt(bitPattern: Unmanaged.passRetained(cell).toOpaque()) | 1
  }

  /// Nothing to do.
  @inlinable static var none: Waiters { Waiters(raw: 0) }

  @inlinable var isEmpty: Bool { raw == 0 }

  /// Whether this is a cell whose outcome the stepped cell takes over.
  var isCellToAdopt: Bool { raw & 1 != 0 }

  /// These waiters, after the observer that their cell keeps itself.
  var afterOwnObserver: Waiters { Waiters(raw: raw | 2) }

  /// Whether the settled cell's own observer comes first.
  var startWithOwnObserver: Bool { raw & 2 != 0 }

  /// The waiters without the cell's own observer.
  var others: Waiters { Waiters(raw: raw & ~2) }
}

extension Waiters? {
  /// What is left to do after an attempt to settle a cell: nothing if the cell was settled before.
  @inlinable
  @inline(__always)
  var orNone: Waiters {
    if let self { return self }
    return .none
  }
}

// MARK: - Flags

/// The flags of a waiter in the low bits of its `next`.
@usableFromInline
enum WaiterFlags {
  /// A plain observer, whose waiter can hold the steps of other observers.
  static var plainObserver: UInt { 1 }

  /// An observer that runs after a failure as well, but does not count as observing it.
  static var ignoresFailure: UInt { 2 }

  /// The step does not run where the source settles (``Cell/deliver(from:)``).
  static var delivered: UInt { 4 }

  /// The step takes over the outcome of another future, which may come later
  /// (``Cell/adopt(_:by:)``).
  @usableFromInline static var adopts: UInt { 8 }

  static var mask: UInt { 15 }
}

/// The flags of a cell in the high bits of its `withdrawals`: those of a promise's own observer,
/// and of observers that are gone.
enum OwnObserverFlags {
  /// The `step` of the cell is its first observer.
  static var present: UInt { 1 << UInt(UInt.bitWidth - 1) }

  /// That observer has ``WaiterFlags/ignoresFailure``.
  static var ignoresFailure: UInt { 1 << UInt(UInt.bitWidth - 2) }

  /// A waiter that was unlinked, or never linked, would have observed a failure.
  static var observedInAdvance: UInt { 1 << UInt(UInt.bitWidth - 3) }

  static var mask: UInt { present | ignoresFailure | observedInAdvance }
}
