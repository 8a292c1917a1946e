import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Runs two closures at the same time, round after round, each on a thread of its own.
///
/// Both threads meet before every round, so that what they do really overlaps.
///
/// - Parameters:
///   - rounds: How often.
///   - left: What one thread does; gets the number of the round.
///   - right: What the other thread does.
package func race(
  rounds: Int,
  _ left: @escaping @Sendable (Int) -> Void,
  _ right: @escaping @Sendable (Int) -> Void
) {
  let meeting = Meeting()
  let other = ThreadBox {
    for round in 0..<rounds {
      meeting.arrive(round)
      right(round)
    }
  }
  other.start()
  for round in 0..<rounds {
    meeting.arrive(round)
    left(round)
  }
  other.join()
}

/// Lets two threads wait for each other without putting them to sleep.
private final class Meeting: Sendable {
  private let arrivals = Atomic<Int>(0)

  func arrive(_ round: Int) {
    arrivals.add(1, ordering: .acquiringAndReleasing)
    var spins = 0
    while arrivals.load(ordering: .acquiring) < 2 * (round + 1) {
      spins += 1
      if spins > 200 { sched_yield() }
    }
  }
}
