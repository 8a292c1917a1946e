import Futures
import FuturesTesting
import TestSupport

/// A clock that runs a closure after a timer is created and before the caller receives it.
struct InterruptedClock: TimerClock {
  let base = ManualClock()
  /// The closure to run once, after the next timer is created.
  let interruption = Box<(@Sendable () -> Void)?>(nil)

  var now: ManualClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> ScheduledTimer {
    let timer = base.schedule(after: delay, job)
    let interrupt = interruption.value
    interruption.value = nil
    interrupt?()
    return timer
  }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
