internal import Synchronization

extension Cell {
  /// Creates a waiter that ``withdraw()`` can remove.
  ///
  /// Its word is `sweeping` without a list, which no other waiter ever has.
  convenience init(removableStep step: @escaping Step, ignoresFailure: Bool = false) {
    self.init(word: CellState.removable, step: step)
    if ignoresFailure { next = WaiterFlags.ignoresFailure }
  }

  /// Whether this waiter does not observe failures.
  ///
  /// The caller owns the list the waiter is in (I2).
  var ignoresFailure: Bool {
    next & WaiterFlags.ignoresFailure != 0
  }

  /// Removes a removable waiter: its step is destroyed here unless it is running or has run.
  ///
  /// - Returns: Whether the step will never run.
  func withdraw() -> Bool {
    guard claimRemovable() != nil else { return false }
    step = nil
    return true
  }

  /// Wins the step of a removable waiter.
  ///
  /// - Returns: The state before, or `nil` if the step was won before.
  func claimRemovable() -> CellState? { change { $0.claimRemovable() } }

  /// Whether a removable waiter was withdrawn, or has fired.
  var isWithdrawn: Bool { relaxedState.has(CellState.claimed) }

  /// Counts withdrawn waiters of this cell, so that they are unlinked eventually.
  ///
  /// - Complexity: Amortized O(1) for each: the list is walked once per half of its length.
  func noteWithdrawal(of number: UInt = 1) {
    // The thread that pushes the waiter checks afterwards whether it was withdrawn in the meantime.
    // A load here can miss the push while that check misses the withdrawal; an update is ordered
    // before or after the push.
    if relaxedState.newest == 0 { word.bitwiseOr(0, ordering: .acquiringAndReleasing) }
    guard let old = startSweep() else { return }
    // The lower half counts withdrawals, the upper half keeps the number that starts the next walk.
    let (half, most) = (Cell.withdrawalBits, Cell.mostWithdrawals)
    let flags = withdrawals & OwnObserverFlags.mask
    let counts = withdrawals & ~OwnObserverFlags.mask
    var dead: UInt = 0
    let withdrawn = min((counts & most) + number, most)
    if withdrawn >= max(counts >> half, Cell.fewestWithdrawals) {
      var live: UInt = 0
      dead = unlinkWithdrawn(below: old.newest, live: &live)
      // Unlinking may have set a flag.
      withdrawals = withdrawals & OwnObserverFlags.mask | min(live, most) << half
    } else {
      withdrawals = flags | counts & ~most | withdrawn
    }
    endSweep()
    while dead != 0 {
      let waiter = Cell.take(dead)
      dead = waiter.following
      // The thread that withdraws a removable waiter takes its step.
      if !waiter.relaxedState.isRemovable { waiter.dropStep() }
    }
  }

  /// Runs the step of a waiter once this cell settles, and unlinks waiters that are over from time
  /// to time.
  ///
  /// For a waiter that can be over (``isOver``) without a call of ``noteWithdrawal(of:)``, because
  /// the code that ends it does not know this cell. The registrations are counted instead: at most
  /// as many waiters that are over stay linked as were waiting at the same time, or
  /// ``fewestWithdrawals``.
  ///
  /// - Complexity: Amortized O(1).
  @usableFromInline
  func observe(removable waiter: Cell) {
    let isFirst = relaxedState.newest == 0
    observe(waiter)
    if !isFirst { noteWithdrawal() }
  }

  /// Counts a failure of this cell as observed, now or when it fails.
  ///
  /// For an observer that would be over before it is registered.
  func observeInAdvance() {
    while !isSettled {
      // Only the cell of a promise is never a waiter, whose word would tell it from removable ones.
      if startSweep(orAlone: isOfPromise) != nil {
        withdrawals |= OwnObserverFlags.observedInAdvance
        return endSweep()
      }
      if !isOfPromise, relaxedState.newest == 0 { return observe { _, _ in .none } }
      waitForWinner()
      waitForSweeper()
    }
    markObserved()
  }

  /// The number of bits of each of the two counts in `withdrawals`, below its flags.
  static var withdrawalBits: UInt { UInt(UInt.bitWidth / 2 - 2) }

  /// What such a count can hold.
  private static var mostWithdrawals: UInt { (UInt(1) << withdrawalBits) - 1 }

  /// Withdrawn waiters stay linked until there are at least this many.
  private static var fewestWithdrawals: UInt { 8 }

  /// Unlinks waiters that are over after `first`, which stays because others push onto it.
  ///
  /// They remain observers of a failure, as if they had been withdrawn and not been unlinked.
  private func unlinkWithdrawn(below first: UInt, live: inout UInt) -> UInt {
    var dead: UInt = 0
    var last = first
    while case let address = Cell.at(last).following, address != 0 {
      let waiter = Cell.at(address)
      if waiter.isOver {
        if !waiter.ignoresFailure { withdrawals |= OwnObserverFlags.observedInAdvance }
        Cell.at(last).following = waiter.following
        waiter.following = dead
        dead = address
      } else {
        live += 1
        last = address
      }
    }
    return dead
  }

  /// Takes `sweeping` if the cell is pending, has waiters, and is not swept.
  ///
  /// - Parameter orAlone: Whether to take it also without waiters.
  /// - Returns: The state before, or `nil`.
  @inline(__always)
  func startSweep(orAlone: Bool = false) -> CellState? {
    change { $0.startSweep(orAlone: orAlone) }
  }

  /// Gives up `sweeping`.
  ///
  /// A thread that has claimed the cell in the meantime publishes from now on (I5).
  func endSweep() { _ = change { $0.endSweep() } }
}
