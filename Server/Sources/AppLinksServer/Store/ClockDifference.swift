import Synchronization

/// The number of milliseconds by which a database's clock is ahead of a node's.
///
/// The difference changes in steps: while the clocks run alike, an entry that is read again has the
/// same times.
final class ClockDifference: Sendable {
  /// The difference, in milliseconds, that cannot be told from the duration of a statement.
  private static let tolerance: Int64 = 250

  let clock: WallClock
  private let known = Mutex<Int64?>(nil)

  init(_ clock: WallClock) { self.clock = clock }

  var milliseconds: Int64 { known.withLock { $0 } ?? 0 }

  /// Compares the clocks.
  ///
  /// - Parameters:
  ///   - time: The time of the database.
  ///   - start: The time of the node when it sent the statement.
  func note(_ time: Int64, askedAt start: Int64) {
    let end = clock.now()
    let found = time - (start + (end - start) / 2)
    known.withLock { known in
      guard let before = known else { return known = found }
      // A slower statement measures the difference less precisely than it is known.
      guard (0...Self.tolerance).contains(end - start) else { return }
      if abs(found - before) > Self.tolerance { known = found }
    }
  }
}
