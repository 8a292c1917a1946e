import Synchronization

/// How far the clock of a database is ahead of that of a node.
///
/// It changes in steps: as long as the clocks run alike, an entry that is read again has the same
/// times.
final class ClockDifference: Sendable {
  /// What is not told from the time that a statement takes.
  private static let tolerance: Int64 = 250

  let clock: WallClock
  private let known = Mutex<Int64?>(nil)

  init(_ clock: WallClock) { self.clock = clock }

  var milliseconds: Int64 { known.withLock { $0 } ?? 0 }

  /// Compares the clocks.
  ///
  /// - Parameters:
  ///   - time: The time of the database.
  ///   - start: The time of the node when it asked for it.
  func note(_ time: Int64, askedAt start: Int64) {
    let end = clock.now()
    let found = time - (start + (end - start) / 2)
    known.withLock { known in
      guard let before = known else { return known = found }
      // What took longer says less than what is known.
      guard (0...Self.tolerance).contains(end - start) else { return }
      if abs(found - before) > Self.tolerance { known = found }
    }
  }
}
