import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Runs two closures at the same time, round after round, each on a separate thread.
///
/// Both threads meet before every round, so that their work actually overlaps. One race runs at a
/// time, so that its two threads have the machine to themselves, and Swift's concurrency threads
/// are left to the other tests.
///
/// - Parameters:
///   - rounds: The number of rounds.
///   - left: The work of one thread. Receives the number of the round.
///   - right: The work of the other thread. Receives the number of the round.
package func race(
  rounds: Int,
  _ left: @escaping @Sendable (Int) -> Void,
  _ right: @escaping @Sendable (Int) -> Void
) async {
  await track.enter()
  let meeting = Meeting()
  let threads = [left, right].enumerated().map { side, body in
    ThreadBox {
      for round in 0..<rounds {
        meeting.arrive(side, round)
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

/// Lets one race run at a time.
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

/// Lets two threads begin each round at the same time.
///
/// A thread spins for a moment until it sees the other one, which is enough while both have a
/// processor. If other tests occupy the other thread's processor, it sleeps instead of spinning,
/// which would only take time from them and delay its own turn. The later thread wakes it and waits
/// until it is awake, so that their work overlaps nevertheless.
private final class Meeting: Sendable {
  /// The number of times that a thread checks before it sleeps.
  private static let looks = 1_000

  private let arrivals = Atomic<Int>(0)
  // The last rounds that the threads slept for, counted from 1. Each thread has its own: if it fell
  // asleep late, it would overwrite what the other one has noted for the next round.
  private let firstAsleep = Atomic<Int>(0)
  private let secondAsleep = Atomic<Int>(0)
  /// The last round for which a thread woke up.
  private let awake = Atomic<Int>(0)
  /// Each thread has its own, so that it cannot consume the signal that it has sent.
  private let beds = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

  func arrive(_ side: Int, _ round: Int) {
    let number = round + 1
    let isLast = arrivals.add(1, ordering: .sequentiallyConsistent).newValue == 2 * number
    if isLast {
      guard lastSleep(of: 1 - side) == number else { return }
      beds[1 - side].signal()
      look { awake.load(ordering: .acquiring) == number }
    } else if !look({ areAllHere(number) }) {
      noteSleep(of: side, in: number)
      // The other thread either sees the note and signals, or has arrived and is seen here. A
      // signal for which nobody waited remains for a later round, hence the loop.
      while !areAllHere(number) { beds[side].wait() }
      awake.store(number, ordering: .releasing)
    }
  }

  private func lastSleep(of side: Int) -> Int {
    side == 0
      ? firstAsleep.load(ordering: .sequentiallyConsistent)
      : secondAsleep.load(ordering: .sequentiallyConsistent)
  }

  private func noteSleep(of side: Int, in number: Int) {
    if side == 0 {
      firstAsleep.store(number, ordering: .sequentiallyConsistent)
    } else {
      secondAsleep.store(number, ordering: .sequentiallyConsistent)
    }
  }

  private func areAllHere(_ number: Int) -> Bool {
    arrivals.load(ordering: .sequentiallyConsistent) >= 2 * number
  }

  @discardableResult
  private func look(_ condition: () -> Bool) -> Bool {
    for _ in 0..<Self.looks where condition() { return true }
    return condition()
  }
}
