#if SQLite
internal import DurableWorkflows
internal import Futures

/// The clock of a store in this process.
///
/// It follows the clock of the system and never goes back. If that was set back, or that of another
/// process is ahead, the time of the store goes on from where it is, as fast as time passes in this
/// process. If it stood still until the clocks agree, no wait and no lease would end.
final class StoreClock: Sendable {
  private let systemTime: @Sendable () -> StoreTime
  /// How long this process has lived, in milliseconds; not affected by clocks that are set.
  private let lifetime: @Sendable () -> Int
  /// A time of the store, and when it was, from which later times are counted.
  private let anchor = Locked((time: StoreTime.min / 2, lifetime: 0))

  init(
    _ systemTime: @escaping @Sendable () -> StoreTime,
    lifetime: @escaping @Sendable () -> Int
  ) {
    self.systemTime = systemTime
    self.lifetime = lifetime
  }

  /// Returns the time that follows the one in the store.
  func next(after stored: StoreTime) -> StoreTime {
    let (systemTime, lifetime) = (systemTime(), lifetime())
    return anchor.withLock { anchor in
      let passed = anchor.time + max(0, lifetime - anchor.lifetime)
      let time = max(stored, systemTime, passed)
      if time > passed { anchor = (time, lifetime) }
      return time
    }
  }
}
#endif
