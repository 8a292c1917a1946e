internal import Futures

/// A clock whose timers keep an object alive until they have fired or were cancelled.
struct KeepingClock<Base: Clock<Swift.Duration>>: TimerClock {
  let base: Base
  let object: any AnyObject & Sendable

  var now: Base.Instant { base.now }
  var minimumResolution: Swift.Duration { base.minimumResolution }

  func sleep(until deadline: Base.Instant, tolerance: Swift.Duration?) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  func schedule(
    after delay: Swift.Duration,
    _ job: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let stop = CancellationSource()
    Future<Void, any Error>.after(delay, clock: base, cancellation: stop.token)
      .onSuccess { [object] in withExtendedLifetime(object, job) }
    return ScheduledTimer { stop.cancel() }
  }
}
