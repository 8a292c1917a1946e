public import Futures

/// A clock on which sleeps and timers end immediately.
///
/// Time advances to the moment at which each was due. Pass this clock to code that pauses, in tests
/// that do not test the pauses:
///
/// ```swift
/// let clock = ImmediateClock()
/// let policy = RetryPolicy(
///   attempts: 4,
///   backoff: .exponential(initial: .seconds(1))
/// )
/// let result = try await withRetry(policy, clock: clock) { load() }
///
/// #expect(result == "fourth time lucky")
/// #expect(clock.now.offset == .seconds(1 + 2 + 4))
/// ```
///
/// A timer fires inside the call that schedules it. Timers that are scheduled while another one
/// fires follow in the order of their deadlines, before the first call returns, so any number of
/// consecutive pauses takes constant stack space. If another thread is firing timers, that thread
/// fires the new one, too.
///
/// Time limits on this clock pass immediately, unless the limited work has already settled; test
/// those with a ``ManualClock``. Code that polls by scheduling timers without end never returns.
public final class ImmediateClock: TimerClock {
  /// A moment on the clock: the time since its start.
  public typealias Instant = ManualClock.Instant

  private struct State {
    var now = Instant(offset: .zero)
    var timers = ManualTimers()
    var isFiring = false
  }

  private let state = Locked(State())

  /// Creates a clock at zero.
  public init() {}

  /// The time on the clock: the deadline of the latest sleep or timer.
  public var now: Instant { state.withLock { $0.now } }

  /// An attosecond, the smallest `Duration`.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Advances the time and calls a closure.
  ///
  /// - Parameters:
  ///   - delay: The time to advance by, counted from ``now``. Zero or less does not advance the
  ///     time.
  ///   - job: The closure, called before this returns or, inside another timer, after that one.
  ///     Released after the call, or when the timer is cancelled.
  /// - Returns: The timer, which can be cancelled only by a timer that fires before it.
  public func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void)
    -> ScheduledTimer
  {
    let key = state.withLock { $0.timers.add(job, at: $0.now.advanced(by: max(.zero, delay))) }
    fire()
    return ScheduledTimer { [weak self] in
      let removed = self?.state.withLock { $0.timers.remove(key) }
      withExtendedLifetime(removed) {}
    }
  }

  /// Advances the time, and suspends only while other timers fire.
  ///
  /// - Parameters:
  ///   - deadline: The time to advance to. A moment that is not in the future does not advance the
  ///     time.
  ///   - tolerance: Ignored: this clock is exact.
  /// - Throws: `CancellationError` if the task is cancelled, even before the call.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let woken = Promise<Void, any Error>()
    state.withLock { state in
      _ = state.timers.add({ woken.succeed() }, at: max(state.now, deadline))
    }
    fire()
    try await woken.future.value
  }

  private func fire() {
    let isMine = state.withLock { state in
      defer { state.isFiring = true }
      return !state.isFiring
    }
    if !isMine { return }
    while let job = next() { job() }
  }

  /// Removes the earliest timer, and advances the time to it.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let due = state.timers.first else {
        state.isFiring = false
        return nil
      }
      state.now = max(state.now, due)
      return state.timers.popFirst(until: due)
    }
  }
}
