import Testing

@testable import Futures

/// Each transition from each possible state of a cell, compared with a table.
@Suite struct CellStateTests {
  /// A word as letters: `c`laimed, `b`ound, `s`weeping while pending; `V`alue or `F`ailure,
  /// `o`bserved once settled; `+` for a waiter (or, once settled, a turn).
  static func state(_ letters: String) -> CellState {
    let isSettled = letters.contains("V") || letters.contains("F")
    var bits: UInt = 0
    for letter in letters {
      switch letter {
      case "c": bits |= CellState.claimed
      case "b": bits |= CellState.bound
      case "s": bits |= CellState.sweeping
      case "V": bits |= CellState.settled
      case "F": bits |= CellState.settled | CellState.failed
      case "o": bits |= CellState.observed
      case "+": bits |= isSettled ? CellState.turnTaken : waiter
      default: preconditionFailure("no state has the letter \(letter)")
      }
    }
    return CellState(bits: bits)
  }

  static let waiter: UInt = 0x1000
  static let other: UInt = 0x2000

  /// Every pending state of a cell, then every settled one.
  static let pending = [
    "", "c", "b", "cb", "s", "cs", "bs", "cbs", "+", "c+", "b+", "cb+", "s+", "cs+", "bs+", "cbs+",
  ]
  static let settled = ["V", "F", "Fo", "V+", "F+", "Fo+"]

  /// Checks a transition from every state against a table of the states that it changes.
  private func expect(
    _ table: [String: String],
    of transition: (inout CellState) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for before in Self.pending + Self.settled {
      var state = Self.state(before)
      let isDone = transition(&state)
      let after = table[before]
      #expect(isDone == (after != nil), "\"\(before)\"", sourceLocation: sourceLocation)
      #expect(
        state == Self.state(after ?? before),
        "\"\(before)\"",
        sourceLocation: sourceLocation
      )
    }
  }

  @Test func claimIsForPendingCells() {
    expect(
      [
        "": "c", "b": "cb", "s": "cs", "bs": "cbs", "+": "c+", "b+": "cb+", "s+": "cs+",
        "bs+": "cbs+",
      ]
    ) { $0.claim() }
  }

  @Test func aPromiseDoesNotClaimABoundCell() {
    expect(["": "c", "s": "cs", "+": "c+", "s+": "cs+"]) { $0.claim(asPromise: true) }
  }

  @Test func bindIsForCellsThatNobodyClaimedOrBound() {
    expect(["": "b", "s": "bs", "+": "b+", "s+": "bs+"]) { $0.bind() }
  }

  @Test(arguments: [false, true])
  func publishTakesTheListUnlessAThreadSweeps(failed: Bool) {
    for before in Self.pending where before.contains("c") {
      var state = Self.state(before)
      let isDone = state.publish(failed: failed)
      #expect(isDone == !before.contains("s"), "\"\(before)\"")
      let after = isDone ? (failed ? "F" : "V") : before
      #expect(state == Self.state(after), "\"\(before)\"")
    }
  }

  @Test func pushKeepsTheFlags() {
    for before in Self.pending {
      var state = Self.state(before)
      let flags = state.bits & CellState.flags
      let isDone = state.push(Self.other)
      #expect(isDone)
      #expect(state.bits == Self.other | flags, "\"\(before)\"")
    }
    for before in Self.settled {
      var state = Self.state(before)
      let isDone = state.push(Self.other)
      #expect(!isDone)
      #expect(state == Self.state(before))
    }
  }

  @Test func waitersAreTakenFromCellsWithoutFlags() {
    expect(["": "", "+": ""]) { $0.takeWaiters() }
  }

  @Test func sweepingNeedsWaitersAndNobodyElse() {
    expect(["+": "s+", "b+": "bs+"]) { $0.startSweep() }
    expect(["": "s", "b": "bs", "+": "s+", "b+": "bs+"]) { $0.startSweep(orAlone: true) }
  }

  @Test func theEndOfASweepLeavesTheList() {
    for before in ["s", "cs", "bs", "cbs", "s+", "cs+", "bs+", "cbs+"] {
      var state = Self.state(before)
      let isDone = state.endSweep()
      #expect(isDone)
      #expect(state == Self.state(before.filter { $0 != "s" }), "\"\(before)\"")
    }
  }

  @Test func aTurnKeepsTheOutcome() {
    for before in ["V", "F", "Fo", "V+", "F+", "Fo+"] {
      var state = Self.state(before)
      state.setTurn(Self.other)
      #expect(state.newest == Self.other)
      #expect(state.bits & CellState.flags == Self.state(before).bits & CellState.flags)
      state.setTurn(0)
      #expect(state == Self.state(before.filter { $0 != "+" }))
    }
  }

  @Test func aRemovableWaiterIsClaimedOnce() {
    for flags in [0, CellState.bound] {
      var state = CellState(bits: CellState.removable | flags)
      #expect(state.isRemovable)
      let isDone = state.claimRemovable()
      #expect(isDone)
      #expect(state.isRemovable)
      #expect(state.bits == CellState.removable | flags | CellState.claimed)
      let isAgain = state.claimRemovable()
      #expect(!isAgain)
    }
    for letters in Self.settled + Self.pending.filter({ !$0.contains("s") || $0.contains("+") }) {
      #expect(!Self.state(letters).isRemovable, "\"\(letters)\"")
    }
  }

  @Test func questionsAnswerWhatTheBitsSay() {
    for letters in Self.pending + Self.settled {
      let state = Self.state(letters)
      let isValue = letters.contains("V")
      let isFailure = letters.contains("F")
      #expect(state.isSettled == (isValue || isFailure), "\"\(letters)\"")
      #expect(state.isSuccess == isValue, "\"\(letters)\"")
      #expect(state.isFailure == isFailure, "\"\(letters)\"")
      #expect(state.isUnobservedFailure == (isFailure && !letters.contains("o")), "\"\(letters)\"")
      #expect(state.isClaimed == letters.contains("c"), "\"\(letters)\"")
      #expect(state.isSweeping == letters.contains("s"), "\"\(letters)\"")
      #expect((state.newest != 0) == letters.contains("+"), "\"\(letters)\"")
    }
  }

  #if DEBUG
  @Test func publishingAnUnclaimedCellTraps() async {
    await #expect(processExitsWith: .failure) {
      var state = CellState(bits: 0)
      _ = state.publish(failed: false)
    }
  }

  @Test func endingASweepThatNoThreadStartedTraps() async {
    await #expect(processExitsWith: .failure) {
      var state = CellState(bits: 0)
      _ = state.endSweep()
    }
  }

  @Test func endingASweepOfASettledCellTraps() async {
    await #expect(processExitsWith: .failure) {
      var state = CellState(bits: CellState.settled | CellState.sweeping)
      _ = state.endSweep()
    }
  }

  @Test func theTurnOfAPendingCellTraps() async {
    await #expect(processExitsWith: .failure) {
      var state = CellState(bits: 0)
      state.setTurn(CellState.turnTaken)
    }
  }
  #endif
}
