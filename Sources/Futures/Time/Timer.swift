internal import Dispatch

/// Calls `job` once after `delay` on `clock`, on whatever thread the clock uses.
///
/// The system's clocks use a Dispatch timer, which is removed from its heap when it is cancelled. A clock
/// that is a ``TimerClock`` does it by itself. Any other clock gets a task that sleeps.
func startTimer(
  after delay: Duration,
  clock: any Clock<Duration>,
  _ job: @escaping @Sendable () -> Void
) -> ScheduledTimer {
  switch clock {
  case let clock as any TimerClock:
    return clock.schedule(after: delay, job)
  case is ContinuousClock, is SuspendingClock:
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
  private struct State: @unchecked Sendable {
    // `DispatchSourceTimer` is thread-safe but not declared `Sendable` on every platform.
    var source: (any DispatchSourceTimer)?
    var job: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  init(_ job: @escaping @Sendable () -> Void) { state = Locked(State(source: nil, job: job)) }

  func start(after delay: Duration) {
    let source = DispatchSource.makeTimerSource(queue: .global())
    source.schedule(deadline: .now() + delay.dispatchInterval, leeway: .nanoseconds(0))
    source.setEventHandler { self.end()?() }
    state.withLock { $0.source = source }
    source.resume()
  }

  func cancel() { _ = end() }

  private func end() -> (@Sendable () -> Void)? {
    let ended = state.withLock { state in
      defer { state = State(source: nil, job: nil) }
      return state
    }
    ended.source?.cancel()
    ended.source?.setEventHandler(handler: nil)
    return ended.job
  }
}

extension Duration {
  /// The duration for Dispatch, which counts whole nanoseconds up to 292 years.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .nanoseconds(0) : .never }
    let (sum, overflowed) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflowed ? .never : .nanoseconds(Int(max(0, sum)))
  }
}
