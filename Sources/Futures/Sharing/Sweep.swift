/// When a ``SharedLoads`` removes what has expired, though nobody uses it.
@usableFromInline
struct Sweep: Sendable {
  /// A timer to be started outside of the lock.
  @usableFromInline
  struct Start: Sendable {
    let clock: any Clock<Duration>
    let delay: Duration
    let number: UInt64
  }

  /// The clock of the timers; `nil` for none.
  ///
  /// Only a clock of the system: on a clock for tests, the timer would be one more that the test
  /// has to wait for, or that advances the time.
  var clock: (any Clock<Duration>)?
  private var due: Duration?
  private var number: UInt64 = 0
  private var timer: ScheduledTimer?

  init(for clock: any Clock<Duration>) {
    if clock is ContinuousClock || clock is SuspendingClock { self.clock = clock }
  }

  /// Plans a sweep after a value expires, unless one is planned before.
  ///
  /// One a second at most, so that values which expire one after another share a sweep.
  @usableFromInline
  mutating func plan(after expiry: Duration, _ now: Duration) -> Start? {
    guard let clock else { return nil }
    let due = max(expiry, now + .seconds(1))
    if let planned = self.due, planned <= due { return nil }
    self.due = due
    number += 1
    return Start(clock: clock, delay: due - now, number: number)
  }

  /// There is no sweep planned.
  @usableFromInline
  mutating func end() { due = nil }

  /// Holds a timer that was started, unless another one was planned since.
  ///
  /// - Returns: The timer that is not needed, for the caller to cancel outside of the lock.
  mutating func hold(_ new: ScheduledTimer?, for start: Start) -> ScheduledTimer? {
    guard due != nil, number == start.number else { return new }
    defer { timer = new }
    return timer
  }

  /// Cancels the timer.
  func cancel() { timer?.cancel() }
}
