import Dispatch
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

/// Lets two threads begin each round at the same time.
///
/// A thread looks for the other one for a moment, which is enough while both have a processor. If
/// other tests have taken that of the other thread, it sleeps instead of looking on: it would only
/// take time from them, and come to be last in line itself. The thread that comes later wakes it,
/// and waits until it is awake, so that what they do overlaps nevertheless.
private final class Meeting: Sendable {
  /// How often a thread looks before it does something else.
  private static let looks = 1_000

  private let arrivals = Atomic<Int>(0)
  // The last rounds that the threads slept for, counted from 1. One for each: a thread that is late
  // to lie down would overwrite what the other one has noted for the next round.
  private let firstAsleep = Atomic<Int>(0)
  private let secondAsleep = Atomic<Int>(0)
  /// The last round that it woke for.
  private let awake = Atomic<Int>(0)
  /// One for each thread, so that a signal is not taken by the thread that gave it.
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
      // The other one either sees that, and signals, or is seen here. A signal that nobody waited
      // for is left for a later round, hence the loop.
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
