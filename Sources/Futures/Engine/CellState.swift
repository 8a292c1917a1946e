/// The state of a cell: its word as a value, and the transitions between states.
///
/// The word is the only memory that threads contend on. Its low four bits are flags; the rest is
/// the address of the newest waiter, and once the waiters of a settled cell were taken, the turn of
/// its callbacks (``Cell/takeTurn(orPark:)``). Objects are aligned to 16 bytes on every platform
/// that Swift runs on, so an address leaves those bits free.
///
/// | bit | while pending | once settled |
/// |---|---|---|
/// | 1 | `claimed`: a producer has won and stores the outcome | `observed`: so is the failure |
/// | 2 | clear | `settled`: the payload may be read |
/// | 4 | `bound`: another future will provide the outcome | `failed`: the payload is a failure |
/// | 8 | `sweeping`: one thread works on the list | clear |
///
/// A transition is a pure function that changes the value if the state allows it and returns
/// whether it did. ``Cell/change(_:)`` applies it atomically. `CellStateTests` tries each
/// transition in each state.
@usableFromInline
struct CellState: Equatable, Sendable {
  @usableFromInline var bits: UInt

  @inlinable
  init(bits: UInt) { self.bits = bits }

  @usableFromInline static var claimed: UInt { 1 }
  @usableFromInline static var observed: UInt { 1 }
  @usableFromInline static var settled: UInt { 2 }
  @usableFromInline static var bound: UInt { 4 }
  @usableFromInline static var failed: UInt { 4 }
  @usableFromInline static var sweeping: UInt { 8 }
  @usableFromInline static var flags: UInt { 15 }

  @inlinable
  func has(_ flags: UInt) -> Bool { bits & flags != 0 }
}

// MARK: - Questions

extension CellState {
  /// Whether the payload may be read.
  @inlinable var isSettled: Bool { has(CellState.settled) }

  /// Whether the payload is a value.
  @inlinable var isSuccess: Bool {
    bits & (CellState.settled | CellState.failed) == CellState.settled
  }

  /// Whether the payload is a failure.
  @inlinable var isFailure: Bool {
    bits & (CellState.settled | CellState.failed) == CellState.settled | CellState.failed
  }

  /// Whether the payload is a failure that was not observed.
  var isUnobservedFailure: Bool { isFailure && !has(CellState.observed) }

  /// Whether a producer has won and has not published yet.
  @inlinable var isClaimed: Bool { !isSettled && has(CellState.claimed) }

  /// Whether a completion loses: by the promise of the cell, or by any other caller.
  @inlinable
  func isClosed(toPromise: Bool) -> Bool {
    has(CellState.claimed | CellState.settled | (toPromise ? CellState.bound : 0))
  }

  /// Whether one thread works on the list.
  var isSweeping: Bool { has(CellState.sweeping) }

  /// The address of the newest waiter, or zero.
  @inlinable var newest: UInt { bits & ~CellState.flags }
}

// MARK: - Transitions

extension CellState {
  /// Wins the right to store the outcome.
  ///
  /// - Parameter asPromise: Whether the caller is the promise, which loses once the cell is bound.
  /// - Returns: Whether the state allowed it.
  @inlinable
  mutating func claim(asPromise: Bool = false) -> Bool {
    if isClosed(toPromise: asPromise) { return false }
    bits |= CellState.claimed
    return true
  }

  /// Reserves the cell for the outcome of another future.
  mutating func bind() -> Bool {
    if isClosed(toPromise: true) { return false }
    bits |= CellState.bound
    return true
  }

  /// Settles a claimed cell and takes its list, unless a thread works on the list.
  mutating func publish(failed: Bool) -> Bool {
    assert(isClaimed)  // Only a claimed cell is published (I1).
    if isSweeping { return false }
    bits = failed ? CellState.settled | CellState.failed : CellState.settled
    return true
  }

  /// Puts a waiter in front of the list of a pending cell.
  mutating func push(_ address: UInt) -> Bool {
    if isSettled { return false }
    bits = address | bits & CellState.flags
    return true
  }

  /// Takes the waiters of a pending cell that is neither claimed nor bound nor swept.
  mutating func takeWaiters() -> Bool {
    if has(CellState.flags) { return false }
    bits = 0
    return true
  }

  /// Wins the right to work on the list of a pending cell.
  ///
  /// - Parameter orAlone: Whether to win it without waiters as well.
  /// - Returns: Whether the state allowed it.
  mutating func startSweep(orAlone: Bool = false) -> Bool {
    if has(CellState.settled | CellState.claimed | CellState.sweeping) { return false }
    if newest == 0 && !orAlone { return false }
    bits |= CellState.sweeping
    return true
  }

  /// Gives up the right to work on the list.
  mutating func endSweep() -> Bool {
    assert(isSweeping && !isSettled)  // A sweep ends once, before the cell settles (I5).
    bits &= ~CellState.sweeping
    return true
  }

  /// Replaces the turn of a settled cell.
  mutating func setTurn(_ turn: UInt) {
    assert(isSettled)  // Only a settled cell has a turn (I7).
    bits = bits & CellState.flags | turn
  }

  /// The list bits of a settled cell whose turn is taken while nothing is parked; not an address.
  static var turnTaken: UInt { 16 }
}

// MARK: - Removable waiters

extension CellState {
  /// The state of a removable waiter, which no cell with waiters of its own ever has.
  ///
  /// Its word has three flags only: `sweeping` for the role, `claimed` once it was withdrawn or
  /// has fired, and `bound` once the task that it resumes has suspended (``TaskWaiter``). The cell
  /// of a promise has the same word while it takes in its first observer, but is never a waiter.
  static var removable: UInt { sweeping }

  /// Whether this is the state of a removable waiter.
  var isRemovable: Bool { newest == 0 && isSweeping && !isSettled }

  /// Wins the step of a removable waiter.
  mutating func claimRemovable() -> Bool {
    if has(CellState.claimed) { return false }
    bits |= CellState.claimed
    return true
  }
}
