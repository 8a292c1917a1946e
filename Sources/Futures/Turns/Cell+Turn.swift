internal import Synchronization

// The right to run a callback of one future, for façades whose callbacks never overlap.
//
// A callback of a settled cell takes the cell's turn before it runs and passes it on afterwards.
// Nothing blocks: a visit that finds the turn taken is parked in the cell's word, newest first. The
// owner of the turn takes that list out, reverses it, and gives the turn to the oldest visit
// together with the rest of the line. So visits run in the order of parking, and an uncontended
// turn costs two exchanges of a word.

extension Cell {
  /// Takes the turn of this settled cell if it is free.
  @usableFromInline
  func tryTakeTurn() -> Bool {
    changeTurn { $0 == 0 ? CellState.turnTaken : nil } != nil
  }

  /// Takes the turn of this settled cell, or parks a visit until its owner passes it on.
  ///
  /// - Returns: Whether the caller has the turn now; if not, another thread may have run the visit
  ///   already.
  func takeTurn(orPark visit: Visit) -> Bool {
    let address = visit.retainedAddress
    let before = changeTurn { turn in
      if turn == 0 { return CellState.turnTaken }
      visit.next = turn
      return address
    }
    if before == 0 { Visit.release(address) }
    return before == 0
  }

  /// Gives the turn, which the caller has, to the visit that was parked first.
  @usableFromInline
  func passTurn() {
    if !tryFreeTurn() { passTurn(through: 0) }
  }

  /// Gives the turn, which the caller has, to the next visit of a line, and to those parked after
  /// it.
  ///
  /// A loop, because visits to inline contexts run right here.
  ///
  /// - Parameter line: Owned; visits that were parked, oldest first.
  @inline(never)
  func passTurn(through line: UInt) {
    var line = line
    var visit: Visit
    repeat {
      if line == 0 {
        if tryFreeTurn() { return }
        line = takeParked()
      }
      visit = Visit.take(line)
      line = visit.next
    } while visit.runInTurn(of: self)
  }

  private func tryFreeTurn() -> Bool {
    changeTurn { $0 == CellState.turnTaken ? 0 : nil } != nil
  }

  /// Takes out the parked visits, oldest first; there is at least one.
  private func takeParked() -> UInt {
    guard var newest = changeTurn({ _ in CellState.turnTaken }) else { return 0 }
    var oldest: UInt = 0
    while newest != CellState.turnTaken {
      let visit = Visit.at(newest)
      (visit.next, oldest, newest) = (oldest, newest, visit.next)
    }
    return oldest
  }

  /// Replaces the turn with what `change` returns for it, unless that is `nil`.
  ///
  /// - Returns: The turn before, or `nil` if it was left alone.
  @inline(__always)
  private func changeTurn(_ change: (UInt) -> UInt?) -> UInt? {
    assert(isSettled)  // I7
    return self.change { state in
      guard let turn = change(state.newest) else { return false }
      state.setTurn(turn)
      return true
    }?.newest
  }
}
