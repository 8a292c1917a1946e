public import Futures

/// A clock on which nothing takes time.
///
/// Sleeps and timers are over at once, and time moves on to when they were due. Pass it to code
/// that pauses, where a test is not about the pauses:
///
/// ```swift
/// let clock = ImmediateClock()
/// let policy = RetryPolicy(attempts: 4, backoff: .exponential(initial: .seconds(1)))
/// let result = Future.retry(policy, clock: clock) { attempt in load(attempt) }
///
/// #expect(result.value == "fourth time lucky")
/// #expect(clock.now.offset == .seconds(1 + 2 + 4))
/// ```
///
/// A timer fires inside the call that schedules it. Timers that are scheduled while another one
/// fires wait for their turn, which comes in the order of their deadlines before the first call
/// returns; so any number of pauses in a row takes constant stack. If another thread is firing
/// timers at the moment, that thread fires the new one, too.
///
/// On this clock time limits are over at once as well, unless what they limit has settled before.
/// Test those with a ``ManualClock``. Code that schedules a timer again and again without end, to
/// poll for something, never returns.
public final class ImmediateClock: TimerClock {
  /// A moment on the clock: the time since its start.
  public typealias Instant = ManualClock.Instant

  private struct State {
    var now = Instant(offset: .zero)
    var timers = ManualTimers()
    var isFiring = false
  }

  private let state = Locked(State())

  /// Creates a clock that stands at zero.
  public init() {}

  /// The time on the clock: when the latest sleep or timer was due.
  public var now: Instant { state.withLock { $0.now } }

  /// An attosecond, the least that a `Duration` can hold.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Moves time on and calls a closure.
  ///
  /// - Parameters:
  ///   - delay: How far to move, counted from ``now``. Zero or less does not move time.
  ///   - job: What to call, before this returns; inside another timer, after that one. It is
  ///     released after it ran, and when the timer is cancelled.
  /// - Returns: The timer. It can be cancelled only by what fires before it.
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

  /// Moves time on, without suspending for longer than other timers take to fire.
  ///
  /// - Parameters:
  ///   - deadline: Where to move. A moment that is not in the future does not move time.
  ///   - tolerance: Not used: this clock is exact.
  /// - Throws: `CancellationError` if the task is cancelled, also before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let woken = Promise<Void, any Error>()
    state.withLock { state in
      _ = state.timers.add({ woken.succeed() }, at: max(state.now, deadline))
    }
    fire()
    try await woken.future.get()
  }

  private func fire() {
    let isMine = state.withLock { state in
      defer { state.isFiring = true }
      return !state.isFiring
    }
    if !isMine { return }
    while let job = next() { job() }
  }

  /// Takes the earliest timer, and sets the time to it.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let due = state.timers.first else {
        state.isFiring = false
        return nil
      }
      state.now = max(state.now, due)
      return state.timers.removeFirst()
    }
  }
}
