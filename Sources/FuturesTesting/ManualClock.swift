public import Futures

/// A clock whose time advances only when a test advances it.
///
/// Pass it wherever an operation takes a clock. ``advance(by:)`` then fires the timers that are
/// due, within the call and on the calling thread:
///
/// ```swift
/// let clock = ManualClock()
/// let answer = Promise<Int, any Error>()
/// let limited = answer.future.timeout(.seconds(5), clock: clock)
///
/// clock.advance(by: .seconds(4))
/// #expect(!limited.isSettled)
/// clock.advance(by: .seconds(1))
/// #expect(limited.currentError is TimeoutError)
/// ```
///
/// Timers fire in the order of their deadlines, and those with equal deadlines in the order in
/// which they were scheduled. While a timer fires, ``now`` is its deadline, so a timer that it
/// schedules counts from there, and fires in the same call if it is due within the time being
/// advanced over.
///
/// If the individual timers do not matter, ``run(until:on:within:maxSteps:)`` fires timer after
/// timer until a future has settled.
///
/// You can use a clock from any thread, and advance it inside a timer. If two threads advance it at
/// once, each timer fires once, on one of them.
public final class ManualClock: TimerClock {
  /// A moment on a ``ManualClock`` or an ``ImmediateClock``: the time since its start.
  public struct Instant: InstantProtocol {
    /// The time since the start of the clock.
    public let offset: Duration

    /// Creates a moment.
    ///
    /// - Parameter offset: The time since the start of the clock.
    public init(offset: Duration) { self.offset = offset }

    /// Returns the moment that is later by a duration.
    ///
    /// - Parameter duration: The duration; negative for an earlier moment.
    /// - Returns: The moment.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the time from this moment to another one.
    ///
    /// - Parameter other: The other moment.
    /// - Returns: The time; negative if `other` is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether one moment is earlier than another.
    ///
    /// - Parameters:
    ///   - lhs: A moment.
    ///   - rhs: Another moment.
    /// - Returns: Whether `lhs` is earlier.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  struct State {
    var now = Instant(offset: .zero)
    var timers = ManualTimers()
    var arrivals = Arrivals<ManualTimers>()
  }

  let state = Locked(State())

  /// Creates a clock at zero.
  public init() {}

  /// The time on the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// An attosecond, the smallest `Duration`.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// The deadlines of the pending timers, in firing order.
  ///
  /// A timer that has fired or was cancelled is not pending, so an empty array proves that unneeded
  /// timers were removed. A task in ``sleep(until:tolerance:)`` counts as a timer.
  public var pendingTimers: [Instant] { state.withLock { $0.timers.deadlines } }
}

// MARK: - Moving time

extension ManualClock {
  /// Advances the time, and fires the timers that become due.
  ///
  /// This never returns if timers endlessly schedule others for the same moment.
  ///
  /// - Parameter duration: The time to advance by. With zero or a negative duration, only the
  ///   timers that are already due fire.
  public func advance(by duration: Duration) { advance(to: now.advanced(by: duration)) }

  /// Advances the time to a moment, and fires the timers that are due until then.
  ///
  /// - Parameter deadline: The moment. If it is in the past, only the timers that are already due
  ///   fire.
  public func advance(to deadline: Instant) {
    while let job = nextJob(until: deadline, elseMove: true) { job() }
  }

  /// Advances the time to the earliest deadline, and fires the timers with that deadline.
  ///
  /// - Returns: The time advanced by; `nil` if no timer is pending.
  @discardableResult
  public func advanceToNextTimer() -> Duration? {
    let next = state.withLock { state in state.timers.first.map { (state.now, $0) } }
    guard let (start, deadline) = next else { return nil }
    advance(to: deadline)
    return max(.zero, start.duration(to: deadline))
  }

  /// Removes the earliest timer that is due at `deadline`, and advances the time to it.
  ///
  /// - Parameters:
  ///   - deadline: The latest deadline to consider.
  ///   - elseMove: Whether to advance the time to `deadline` if no timer is due. In the same step,
  ///     because a timer may be added at any moment.
  /// - Returns: The closure of the timer.
  func nextJob(until deadline: Instant, elseMove: Bool = false) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let due = state.timers.first, due <= deadline else {
        if elseMove { state.now = max(state.now, deadline) }
        return nil
      }
      state.now = max(state.now, due)
      return state.timers.popFirst(until: due)
    }
  }
}

// MARK: - Scheduling

extension ManualClock {
  /// Calls a closure once, when the time has advanced far enough.
  ///
  /// - Parameters:
  ///   - delay: The delay, counted from ``now``. A timer with a delay of zero or less fires in the
  ///     next call that advances the clock, even by zero.
  ///   - job: The closure, called on the thread that advances the clock. Released after the call,
  ///     or when the timer is cancelled.
  /// - Returns: The timer.
  public func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void)
    -> ScheduledTimer
  {
    add(job) { now in now.advanced(by: max(.zero, delay)) } ?? ScheduledTimer {}
  }

  /// Suspends the current task until the time has advanced far enough.
  ///
  /// The call that advances the clock resumes the task, which then continues on its own executor,
  /// not necessarily before that call returns.
  ///
  /// - Parameters:
  ///   - deadline: The moment to resume. A moment that is not in the future does not suspend.
  ///   - tolerance: Ignored: this clock is exact.
  /// - Throws: `CancellationError` if the task is cancelled, even before the call.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let woken = Promise<Void, any Error>()
    // Reads the time and adds the timer in one step: the clock may be advanced at any moment.
    let timer = add({ woken.succeed() }, at: { now in deadline <= now ? nil : deadline })
    guard let timer else { return }
    woken.onCancel { timer.cancel() }
    try await withTaskCancellationHandler {
      try await woken.future.value
    } onCancel: {
      woken.cancel()
    }
  }

  /// Adds a timer at the deadline that a closure returns for the current time, if it returns one.
  private func add(
    _ job: @escaping @Sendable () -> Void,
    at deadline: (_ now: Instant) -> Instant?
  ) -> ScheduledTimer? {
    let (key, arrived) = state.withLock { state in
      let key = deadline(state.now).map { state.timers.add(job, at: $0) }
      return (key, key == nil ? [] : state.arrivals.take(at: state.timers))
    }
    for promise in arrived { promise.succeed() }
    guard let key else { return nil }
    return ScheduledTimer { [weak self] in
      let removed = self?.state.withLock { $0.timers.remove(key) }
      withExtendedLifetime(removed) {}
    }
  }
}
