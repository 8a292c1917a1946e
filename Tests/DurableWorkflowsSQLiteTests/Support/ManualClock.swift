#if SQLite
import DurableWorkflows
import Synchronization

/// A system clock that is set by hand, with the time that has passed apart from steps back.
final class ManualClock: Sendable {
  private let time = Mutex<StoreTime>(1_700_000_000_000)
  private let passed = Mutex(0)

  var lifetime: Int { passed.withLock { $0 } }

  var now: StoreTime {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  func advance(by duration: Duration) {
    let milliseconds = Int(duration / .milliseconds(1))
    time.withLock { $0 += milliseconds }
    passed.withLock { $0 += max(0, milliseconds) }
  }
}
#endif
