internal import Futures

/// The turns that are taken at this moment, with the callbacks parked behind them.
///
/// Only futures with a running callback are in here, so the table is tiny. It has several parts with a
/// lock each, so that futures rarely wait for each other's bookkeeping.
enum TurnTable {
  /// Callbacks that wait for one turn, oldest first.
  private struct Line {
    var parked: [Parked] = []
    var first = 0

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

  private final class Part: Sendable {
    let lines = Locked<[UInt: Line]>([:])
  }

  private static let parts = (0..<16).map { _ in Part() }

  private static func part(of turn: Turn) -> Part { parts[Int(turn.id % 16)] }

  /// Takes a turn, or parks a callback behind whoever has it.
  ///
  /// - Returns: Whether the caller has the turn now.
  static func take(_ turn: Turn, orPark callback: @autoclosure () -> Parked) -> Bool {
    part(of: turn).lines.withLock { lines in
      if lines[turn.id] == nil {
        lines[turn.id] = Line()
        return true
      }
      lines[turn.id]?.parked.append(callback())
      return false
    }
  }

  /// Takes the next callback out of the line; frees the turn if there is none.
  ///
  /// The caller has the turn; it belongs to the callback afterwards.
  static func next(_ turn: Turn) -> Parked? {
    part(of: turn).lines.withLock { lines in
      if let next = lines[turn.id]?.pop() { return next }
      lines[turn.id] = nil
      return nil
    }
  }
}
