internal import Futures
internal import Synchronization

/// The turns that are taken at this moment, with the callbacks parked behind them.
///
/// Only futures with a running callback are in here, so the table is tiny. It has several slots,
/// and which one a turn belongs to follows from its number. As long as one turn at a time is taken
/// in a slot and nobody waits for it, all there is to it is a word. Otherwise the slot is crowded,
/// and its lines are under a lock.
@usableFromInline
final class TurnSlot: Sendable {
  /// `free`, `crowded`, or the number of the turn that is taken.
  ///
  /// A slot becomes crowded, and free after that, only under the lock.
  private let word = Atomic<UInt>(free)
  private let lines = Locked<[UInt: Line]>([:])

  private static let free: UInt = 0
  private static let crowded = UInt.max

  private static let slots = (0..<64).map { _ in TurnSlot() }

  /// The slot of a turn.
  static func of(_ turn: Turn) -> TurnSlot { slots[Int(turn.id & 63)] }

  /// Takes a turn if that needs no lock.
  func tryTake(_ turn: Turn) -> Bool {
    let (done, _) = word.compareExchange(
      expected: TurnSlot.free,
      desired: turn.id,
      ordering: .acquiring
    )
    return done
  }

  /// Takes a turn, or parks a callback behind whoever has it.
  ///
  /// - Returns: Whether the caller has the turn now.
  func take(_ turn: Turn, orPark callback: Parked) -> Bool {
    if tryTake(turn) { return true }
    return lines.withLock { lines in
      var now = word.load(ordering: .relaxed)
      while now != TurnSlot.crowded {
        // The only turn that was taken without the lock gets a line, so that it can be waited for.
        let (done, current) = word.weakCompareExchange(
          expected: now,
          desired: TurnSlot.crowded,
          ordering: .acquiringAndReleasing
        )
        if done {
          if now != TurnSlot.free { lines[now] = Line() }
          break
        }
        now = current
      }
      if lines[turn.id] == nil {
        lines[turn.id] = Line()
        return true
      }
      lines[turn.id]?.parked.append(callback)
      return false
    }
  }

  /// Takes the next callback out of the line; frees the turn if there is none.
  ///
  /// The caller has the turn; it belongs to the callback afterwards.
  func next(_ turn: Turn) -> Parked? {
    let (done, _) = word.compareExchange(
      expected: turn.id,
      desired: TurnSlot.free,
      ordering: .releasing
    )
    if done { return nil }
    return lines.withLock { lines in
      if let next = lines[turn.id]?.pop() { return next }
      lines[turn.id] = nil
      if lines.isEmpty { word.store(TurnSlot.free, ordering: .releasing) }
      return nil
    }
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
