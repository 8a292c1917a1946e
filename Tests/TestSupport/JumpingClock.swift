import Futures

/// A clock like that on the wall, which can be set.
package final class JumpingClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    fileprivate let time: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    package func duration(to other: Instant) -> Duration { other.time - time }
    package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.time < rhs.time }
  }

  private let state = Locked(Duration.seconds(86_400 * 365 * 56))

  package init() {}

  /// The time since its origin.
  package var time: Duration { state.withLock { $0 } }
  package var now: Instant { Instant(time: time) }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func jump(by duration: Duration) { state.withLock { $0 += duration } }

  /// Throws, because no test waits for such a clock.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}
