#if SQLite
import DurableWorkflows
import Synchronization

@testable import DurableWorkflowsSQLite

/// The clocks of a machine, which are set by hand.
final class ManualClock: Sendable {
  private let time = Mutex<StoreTime>(1_700_000_000_000)
  private let passed = Mutex(0)
  private let boot: String

  init(boot: String = "first") { self.boot = boot }

  /// The date, in milliseconds.
  var now: StoreTime { time.withLock { $0 } }

  var machine: MachineClock {
    MachineClock(date: { self.now }, uptime: { self.passed.withLock { $0 } }, boot: boot)
  }

  /// Lets time pass.
  func advance(by duration: Duration) {
    set(by: duration)
    passed.withLock { $0 += Int(duration / .milliseconds(1)) }
  }

  /// Sets the date, which takes no time.
  func set(by duration: Duration) {
    time.withLock { $0 += Int(duration / .milliseconds(1)) }
  }
}
#endif
