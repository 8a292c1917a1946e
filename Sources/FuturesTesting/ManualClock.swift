public import Futures

/// A clock whose time moves only when a test says so.
///
/// Pass it wherever an operation takes a clock. ``advance(by:)`` then fires the timers that fall
/// due, in the call itself and on the calling thread:
///
/// ```swift
/// let clock = ManualClock()
/// let answer = Promise<Int, any Error>()
/// let limited = answer.future.timeout(.seconds(5), clock: clock)
///
/// clock.advance(by: .seconds(4))
/// #expect(!limited.isCompleted)
/// clock.advance(by: .seconds(1))
/// #expect(limited.error is TimeoutError)
/// ```
///
/// Timers fire in the order of their deadlines, and those with the same deadline in the order in
/// which they were scheduled. While one fires, ``now`` is its deadline, so that what it schedules
/// counts from there; if that falls into the time being advanced over, it fires in the same call.
///
/// Where it does not matter which timers there are, ``run(until:on:within:maxSteps:)`` moves from
/// timer to timer until a future has settled.
///
/// A clock may be used from any thread, and advanced inside a timer. If two threads advance it at
/// once, each timer fires once, on one of them.
public final class ManualClock: TimerClock {
  /// A moment on a ``ManualClock`` or an ``ImmediateClock``: the time since its start.
  public struct Instant: InstantProtocol {
    /// How far the moment is from the start of the clock.
    public let offset: Duration

    /// Makes a moment.
    ///
    /// - Parameter offset: How far it is from the start of the clock.
    public init(offset: Duration) { self.offset = offset }

    /// The moment that lies `duration` later.
    ///
    /// - Parameter duration: How much later; negative for earlier.
    /// - Returns: The moment.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How much later than this one another moment is.
    ///
    /// - Parameter other: The other moment.
    /// - Returns: The time between the two; negative if `other` is the earlier one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether a moment is earlier than another one.
    ///
    /// - Parameters:
    ///   - lhs: A moment.
    ///   - rhs: Another one.
    /// - Returns: Whether `lhs` is earlier.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  struct State {
    var now = Instant(offset: .zero)
    var timers = ManualTimers()
    var arrivals = Arrivals<ManualTimers>()
  }

  let state = Locked(State())

  /// Makes a clock that stands at zero.
  public init() {}

  /// The time on the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// An attosecond, the least that a `Duration` can hold.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// The deadlines of the timers that have neither fired nor been cancelled, in firing order.
  ///
  /// Empty once nothing waits for this clock; so a test can tell that a timer was removed when it
  /// was not needed any more. A task in ``sleep(until:tolerance:)`` counts as a timer.
  public var pendingTimers: [Instant] { state.withLock { $0.timers.deadlines } }
}

// MARK: - Moving time

extension ManualClock {
  /// Moves time on, and fires what falls due.
  ///
  /// A timer that again and again schedules another one for the same moment never lets this return.
  ///
  /// - Parameter duration: How far to move. Zero fires what is due already; a negative one does the
  ///   same, since time does not go back.
  public func advance(by duration: Duration) { advance(to: now.advanced(by: duration)) }

  /// Moves time on to a moment, and fires what falls due until then.
  ///
  /// - Parameter deadline: Where to stop. A moment in the past fires what is due already.
  public func advance(to deadline: Instant) {
    while let job = nextJob(until: deadline, elseMove: true) { job() }
  }

  /// Moves time on to the earliest pending timer, and fires it and the others with that deadline.
  ///
  /// - Returns: How far time moved, or `nil` if no timer is pending.
  @discardableResult
  public func advanceToNextTimer() -> Duration? {
    let next = state.withLock { state in state.timers.first.map { (state.now, $0) } }
    guard let (start, deadline) = next else { return nil }
    advance(to: deadline)
    return max(.zero, start.duration(to: deadline))
  }

  /// Takes the earliest timer that is due at `deadline`, and sets the time to it.
  ///
  /// - Parameters:
  ///   - deadline: How far to look.
  ///   - elseMove: Whether to set the time to `deadline` if there is none. In the same step, for a
  ///     timer may be added at any moment.
  /// - Returns: What the timer calls.
  func nextJob(until deadline: Instant, elseMove: Bool = false) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let due = state.timers.first, due <= deadline else {
        if elseMove { state.now = max(state.now, deadline) }
        return nil
      }
      state.now = max(state.now, due)
      return state.timers.removeFirst()
    }
  }
}

// MARK: - Scheduling

extension ManualClock {
  /// Calls a closure once, when the clock was advanced far enough.
  ///
  /// - Parameters:
  ///   - delay: How long to wait, counted from ``now``. Zero or less fires in the next call that
  ///     advances the clock, even by zero.
  ///   - job: What to call, on the thread that advances the clock. It is released after it ran, and
  ///     when the timer is cancelled.
  /// - Returns: The timer.
  public func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void)
    -> ScheduledTimer
  {
    add(job) { now in now.advanced(by: max(.zero, delay)) } ?? ScheduledTimer {}
  }

  /// Suspends the current task until the clock was advanced far enough.
  ///
  /// The call that advances the clock resumes the task, which then goes on where tasks of its kind
  /// run, so not necessarily before that call returns.
  ///
  /// - Parameters:
  ///   - deadline: When to go on. A moment that is not in the future does not suspend.
  ///   - tolerance: Not used: this clock is exact.
  /// - Throws: `CancellationError` if the task is cancelled, also before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let woken = Promise<Void, any Error>()
    // Looks at the time and adds the timer in one step: the clock may be advanced at any moment.
    let timer = add({ woken.succeed() }, at: { now in deadline <= now ? nil : deadline })
    guard let timer else { return }
    woken.onCancel { timer.cancel() }
    try await withTaskCancellationHandler {
      try await woken.future.get()
    } onCancel: {
      woken.cancel()
    }
  }

  /// Adds a timer at the deadline that is found for the present time, if there is one.
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
