internal import Dispatch

/// Calls `job` once after `delay` on `clock`, on whatever thread the clock uses.
///
/// The system's clocks use a Dispatch timer, which is removed from its heap when it is cancelled. A
/// ``TimerClock`` schedules the timer itself. For any other clock, a task sleeps.
///
/// - Returns: The timer, or `nil` if it would never fire; then `job` is released.
func startTimer(
  after delay: Duration,
  clock: any Clock<Duration>,
  _ job: @escaping @Sendable () -> Void
) -> ScheduledTimer? {
  switch clock {
  case let clock as any TimerClock:
    return clock.schedule(after: delay, job)
  case is ContinuousClock, is SuspendingClock:
    // A timer that never fires would retain its closure for ever.
    if delay >= .longestTimer { return nil }
    let timer = DispatchTimer(job)
    timer.start(after: delay)
    return ScheduledTimer { timer.cancel() }
  default:
    let task = Task {
      do { try await clock.sleep(for: delay) } catch { return }
      job()
    }
    return ScheduledTimer { task.cancel() }
  }
}

/// A one-shot Dispatch timer.
private final class DispatchTimer: Sendable {
  private struct State {
    var source: (any DispatchSourceTimer)?
    var job: (@Sendable () -> Void)?
  }

  /// A closure on its way out of the lock.
  private struct Job {
    let run: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  init(_ job: @escaping @Sendable () -> Void) { state = Locked(State(job: job)) }

  func start(after delay: Duration) {
    state.withLock { state in
      let source = DispatchSource.makeTimerSource(queue: .global())
      source.schedule(deadline: .now() + delay.dispatchInterval, leeway: .nanoseconds(0))
      source.setEventHandler { self.end().run?() }
      source.resume()
      state.source = source
    }
  }

  func cancel() { _ = end() }

  /// Removes the timer; its closure is released, or called, outside the lock.
  private func end() -> Job {
    state.withLock { state in
      state.source?.cancel()
      state.source?.setEventHandler(handler: nil)
      defer { state = State() }
      return Job(run: state.job)
    }
  }
}

extension Duration {
  /// The largest supported duration, 285 years; a longer timer never fires.
  static var longestTimer: Duration { .seconds(9_000_000_000) }

  /// The duration for Dispatch, which counts in machine words.
  var dispatchInterval: DispatchTimeInterval {
    if self <= .zero { return .nanoseconds(0) }
    if self >= .longestTimer { return .never }
    let (seconds, attoseconds) = components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    if let nanoseconds = Int(exactly: nanoseconds) { return .nanoseconds(nanoseconds) }
    // Where a word has 32 bits.
    if let milliseconds = Int(exactly: nanoseconds / 1_000_000) {
      return .milliseconds(milliseconds)
    }
    return Int(exactly: seconds).map { .seconds($0) } ?? .never
  }
}
