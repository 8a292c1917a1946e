internal import Futures
internal import Synchronization

/// The turns that are taken at this moment, with the callbacks parked behind them.
///
/// Only futures with a running callback are in here, so the table is tiny. It has several slots,
/// and which one a turn belongs to follows from its number. As long as one turn at a time is taken
/// in a slot and nobody waits for it, all there is to it is a word. Otherwise the slot is crowded,
/// and its lines are under a lock.
struct TurnSlot: Sendable {
  private let index: UInt

  /// What the word of a slot says if it is neither the number of the turn that is taken nor
  /// `crowded`.
  ///
  /// A slot becomes crowded, and free after that, only under the lock.
  static var free: UInt { 0 }
  private static var crowded: UInt { UInt.max }

  private static let crowds = (0..<TurnWords.count).map { _ in Crowd() }

  /// The slot of a turn.
  @inline(__always)
  static func of(_ turn: Turn) -> TurnSlot { TurnSlot(index: turn.id & (TurnWords.count - 1)) }

  private var crowd: Crowd { TurnSlot.crowds[Int(index)] }

  /// Takes a turn if that needs no lock.
  @inline(__always)
  func tryTake(_ turn: Turn) -> Bool {
    TurnWords.with(index) { word in
      word.compareExchange(expected: TurnSlot.free, desired: turn.id, ordering: .acquiring)
        .exchanged
    }
  }

  /// Frees a turn, which the caller has, if that needs no lock: then nobody waits for it.
  @inline(__always)
  func tryFree(_ turn: Turn) -> Bool {
    TurnWords.with(index) { word in
      word.compareExchange(expected: turn.id, desired: TurnSlot.free, ordering: .releasing)
        .exchanged
    }
  }

  /// Takes a turn, or parks a callback behind whoever has it.
  ///
  /// - Returns: Whether the caller has the turn now.
  func take(_ turn: Turn, orPark callback: Parked) -> Bool {
    if tryTake(turn) { return true }
    return crowd.lines.withLock { lines in
      // The only turn that was taken without the lock gets a line, so that it can be waited for.
      let before = makeCrowded()
      if before != TurnSlot.free && before != TurnSlot.crowded { lines[before] = Line() }
      if lines[turn.id] == nil {
        lines[turn.id] = Line()
        return true
      }
      lines[turn.id]?.parked.append(callback)
      return false
    }
  }

  /// Makes the slot crowded; only under the lock.
  ///
  /// - Returns: What the word said before.
  private func makeCrowded() -> UInt {
    TurnWords.with(index) { word in
      word.exchange(TurnSlot.crowded, ordering: .acquiringAndReleasing)
    }
  }

  /// Takes the next callback out of the line; frees the turn if there is none.
  ///
  /// The caller has the turn; it belongs to the callback afterwards.
  func next(_ turn: Turn) -> Parked? {
    if tryFree(turn) { return nil }
    return crowd.lines.withLock { lines in
      if let next = lines[turn.id]?.pop() { return next }
      lines[turn.id] = nil
      if lines.isEmpty {
        TurnWords.with(index) { $0.store(TurnSlot.free, ordering: .releasing) }
      }
      return nil
    }
  }

  /// The lines of one slot.
  private final class Crowd: Sendable {
    let lines = Locked<[UInt: Line]>([:])
  }

  /// Callbacks that wait for one turn, oldest first.
  private struct Line {
    var parked: [Parked] = []
    private var first = 0

    mutating func pop() -> Parked? {
      guard first < parked.count else { return nil }
      let next = parked[first]
      first += 1
      if first == parked.count {
        self = Line()
      } else if first >= 64 && first * 2 >= parked.count {
        parked.removeFirst(first)
        first = 0
      }
      return next
    }
  }
}
