/// Calls `job` once after `delay` on `clock`, on the thread that the clock uses.
///
/// The system's clocks use a timer of Dispatch (``TimerQueue``). A ``TimerClock`` schedules the
/// timer itself. For any other clock, a task sleeps.
///
/// - Returns: The timer, or `nil` if it would never fire; then `job` is released.
package func startTimer(
  after delay: Duration,
  clock: any Clock<Duration>,
  _ job: @escaping @Sendable () -> Void
) -> ScheduledTimer? {
  // Checked first, as a cast to a protocol requires a search.
  let type: any Any.Type = type(of: clock)
  if type == ContinuousClock.self || type == SuspendingClock.self {
    // A timer that never fires would retain its closure forever.
    return delay >= .longestTimer ? nil : TimerQueue.shared.start(after: delay, job)
  }
  if let clock = clock as? any TimerClock { return clock.schedule(after: delay, job) }
  let task = Task {
    do { try await clock.sleep(for: delay) } catch { return }
    job()
  }
  return ScheduledTimer { task.cancel() }
}
