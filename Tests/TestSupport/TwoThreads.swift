import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Runs two closures at the same time, round after round, each on a thread of its own.
///
/// Both threads meet before every round, so that what they do really overlaps. One race runs at a
/// time, so that its two threads have the machine, and the threads of Swift's concurrency are left
/// to the other tests.
///
/// - Parameters:
///   - rounds: How often.
///   - left: What one thread does; gets the number of the round.
///   - right: What the other thread does.
package func race(
  rounds: Int,
  _ left: @escaping @Sendable (Int) -> Void,
  _ right: @escaping @Sendable (Int) -> Void
) async {
  await track.enter()
  let meeting = Meeting()
  let threads = [left, right].map { body in
    ThreadBox {
      for round in 0..<rounds {
        meeting.arrive(round)
        body(round)
      }
    }
  }
  for thread in threads { thread.start() }
  await withCheckedContinuation { continuation in
    let referee = ThreadBox {
      for thread in threads { thread.join() }
      continuation.resume()
    }
    referee.start()
  }
  await track.leave()
}

/// Where races take place, one after the other.
private let track = Track()

private actor Track {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    if isTaken {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isTaken = true
    }
  }

  func leave() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().resume()
    }
  }
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
