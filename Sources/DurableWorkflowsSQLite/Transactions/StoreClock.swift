#if SQLite
internal import DurableWorkflows
internal import Futures

/// The clock of a store in this process.
///
/// It follows the system clock and never goes backward. If the system clock was set back, or the
/// clock of another process is ahead, the time of the store continues from where it is, as fast as
/// time passes in this process. If it stood still until the clocks agreed, no wait and no lease
/// would end.
final class StoreClock: Sendable {
  private let systemTime: @Sendable () -> StoreTime
  /// The uptime of this process, in milliseconds; not affected by changes of the clock.
  private let lifetime: @Sendable () -> Int
  /// A time of the store and the corresponding uptime, from which later times are computed.
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
      // A time that was changed by hand may be any.
      let (sum, isTooGreat) = anchor.time.addingReportingOverflow(
        max(0, lifetime - anchor.lifetime)
      )
      let passed = isTooGreat ? .max : sum
      let time = max(stored, systemTime, passed)
      if time > passed { anchor = (time, lifetime) }
      return time
    }
  }
}
#endif
