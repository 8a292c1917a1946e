#if SQLite
internal import DurableWorkflows
internal import Futures

/// The clock of a store in this process.
final class ProcessClock: Sendable {
  private let systemTime: @Sendable () -> StoreTime
  /// What was shown last, also if it was not written.
  private let latest = Locked(StoreClock(time: .min / 2, ahead: 0))

  init(_ systemTime: @escaping @Sendable () -> StoreTime) { self.systemTime = systemTime }

  /// Returns the time that follows the one in the store.
  func next(after stored: StoreClock) -> StoreClock {
    latest.withLock { latest in
      if stored.time > latest.time { latest = stored }
      latest.advance(to: systemTime())
      return latest
    }
  }
}

/// The time of a store, which follows the clock of the system and never goes back.
struct StoreClock: Hashable {
  /// The time.
  private(set) var time: StoreTime
  /// By how much it is ahead of the clock of the system.
  private(set) var ahead: Int

  init(time: StoreTime, ahead: Int) {
    self.time = time
    self.ahead = ahead
  }

  /// Lets the time pass that has passed on the clock of the system.
  ///
  /// If that was set back, the time of the store goes on from where it is, and a tenth slower until
  /// the two agree again. If it stood still until then, no wait and no lease would end.
  mutating func advance(to systemTime: StoreTime) {
    let passed = systemTime - (time - ahead)
    if passed < 0 {
      ahead -= passed
    } else {
      ahead -= min(ahead, passed / 10)
      time = systemTime + ahead
    }
  }
}
#endif
