import AppLinksServer
import Synchronization

/// A time of day that a test advances.
final class ManualTime: Sendable {
  private let milliseconds = Mutex<Int64>(1_800_000_000_000)

  var now: Int64 { milliseconds.withLock { $0 } }

  var clock: WallClock { WallClock { self.now } }

  func advance(by time: Duration) {
    milliseconds.withLock { $0 += Int64(time / .milliseconds(1)) }
  }
}
