import Foundation
import Futures
import TestSupport

/// One run of a scenario: its size, its folder, and what was seen.
final class Trial: Sendable {
  let rounds: Int
  let seed: UInt64
  /// A folder that is deleted after the run.
  let folder: URL

  private let counts = Locked<[(what: String, count: Int)]>([])

  init(rounds: Int, seed: UInt64, folder: URL) {
    self.rounds = rounds
    self.seed = seed
    self.folder = folder
  }

  /// Returns a generator for one round; the numbers of rounds before the first are negative.
  func random(_ round: Int = 0) -> SeededRandom {
    SeededRandom(seed: seed &* 1_000_003 &+ UInt64(bitPattern: Int64(round)))
  }

  /// Counts what was seen.
  func count(_ what: String, _ more: Int = 1) {
    counts.withLock { counts in
      if let index = counts.firstIndex(where: { $0.what == what }) {
        counts[index].count += more
      } else {
        counts.append((what, more))
      }
    }
  }

  func total(_ what: String) -> Int {
    counts.withLock { $0.first { $0.what == what }?.count ?? 0 }
  }

  /// Reports what must not be.
  func find(_ what: String) { say("finding: \(what)") }

  /// Reports something unless it holds.
  func expect(_ holds: Bool, _ what: @autoclosure () -> String) { if !holds { find(what()) } }

  /// Says for the table what remained.
  func remained(_ change: Footprint.Change) { say("remained: \(change)") }

  func printCounts() {
    for (what, count) in counts.withLock({ $0 }) { say("count: \(count) \(what)") }
    say("end")
  }
}
