internal import Futures

/// The timers of a clock in firing order: by deadline, then by age.
struct ManualTimers {
  /// Where a timer is found.
  struct Key {
    fileprivate let place: Int
    fileprivate let number: UInt64
  }

  /// A closure in a struct, as a generic container would wrap a bare closure.
  private struct Job: Sendable {
    let run: @Sendable () -> Void
  }

  private var timers = DeadlineHeap<ManualClock.Instant, Job>()
  private var lastNumber: UInt64 = 0

  var count: Int { timers.count }

  var first: ManualClock.Instant? { timers.earliest }

  /// The deadlines in firing order.
  var deadlines: [ManualClock.Instant] { timers.deadlines.sorted() }

  mutating func add(
    _ job: @escaping @Sendable () -> Void,
    at deadline: ManualClock.Instant
  ) -> Key {
    lastNumber += 1
    let place = timers.insert(Job(run: job), at: deadline, number: lastNumber)
    return Key(place: place, number: lastNumber)
  }

  /// Returns whether a timer is due at `deadline`.
  func hasTimer(at deadline: ManualClock.Instant) -> Bool { timers.deadlines.contains(deadline) }

  /// Removes the first timer if it is due.
  mutating func popFirst(until now: ManualClock.Instant) -> (@Sendable () -> Void)? {
    timers.popFirst(until: now)?.run
  }

  /// Removes a timer that is pending.
  ///
  /// The caller releases its closure without a lock.
  mutating func remove(_ key: Key) -> (@Sendable () -> Void)? {
    timers.remove(key.place, number: key.number)?.run
  }
}
