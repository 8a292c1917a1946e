import Futures

/// A clock that can be set, like a wall clock.
package final class JumpingClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    fileprivate let time: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    package func duration(to other: Instant) -> Duration { other.time - time }
    package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.time < rhs.time }
  }

  private struct State {
    var time = Duration.seconds(86_400 * 365 * 56)
    var afterRead: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  package init() {}

  /// The time since its origin.
  package var time: Duration {
    let (time, afterRead) = state.withLock { state in
      defer { state.afterRead = nil }
      return (state.time, state.afterRead)
    }
    afterRead?()
    return time
  }

  package var now: Instant { Instant(time: time) }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func jump(by duration: Duration) { state.withLock { $0.time += duration } }

  /// Calls a closure once, after the next read of the time and before the reader receives it.
  package func afterNextRead(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.afterRead = body }
  }

  /// Throws, because no test sleeps with this clock.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}
