internal import Dispatch

/// The timers of the system's clocks, which share one timer of Dispatch: that of the earliest.
///
/// A timer that is cancelled in time, as that of most time limits is, costs two allocations
/// (`with-timeout` of `futures-bench allocations`); a source of Dispatch for each cost fifteen.
///
/// Neither the source nor the closures use the global queues, whose threads tasks and other code
/// may block: a time limit on such work is what a timer is for.
final class TimerQueue: Sendable {
  static let shared = TimerQueue()

  /// A closure in a struct, as a generic container would wrap a bare closure.
  struct Job: Sendable {
    let run: @Sendable () -> Void
  }

  private struct State {
    var timers = DeadlineHeap<UInt64, Job>()
    var lastNumber: UInt64 = 0
    var source: (any DispatchSourceTimer)?
    /// The time for which the source is set; it may be earlier than all timers.
    var alarm = UInt64.max
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "org.tenon.timers")
  private let jobs = TimerJobs()

  /// Calls a closure once, on a queue of the timers.
  ///
  /// - Parameters:
  ///   - delay: How long to wait, less than ``Swift/Duration/longestTimer``.
  ///   - job: The closure; released without the lock.
  /// - Returns: The timer.
  func start(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> ScheduledTimer {
    let deadline = (DispatchTime.now() + delay.dispatchInterval).uptimeNanoseconds
    let (place, number) = state.withLock { state in
      state.lastNumber += 1
      let place = state.timers.insert(Job(run: job), at: deadline, number: state.lastNumber)
      if deadline < state.alarm { set(&state, to: deadline) }
      return (place, state.lastNumber)
    }
    return ScheduledTimer { self.cancel(place, number) }
  }

  /// Removes a timer, unless it has fired.
  ///
  /// The source stays set: if it was set for this timer, it finds nothing to do.
  private func cancel(_ place: Int, _ number: UInt64) {
    let job = state.withLock { $0.timers.remove(place, number: number) }
    withExtendedLifetime(job) {}
  }

  private func fire() {
    let due = state.withLock { state -> [Job] in
      state.alarm = .max
      let now = DispatchTime.now().uptimeNanoseconds
      var due: [Job] = []
      while let job = state.timers.popFirst(until: now) { due.append(job) }
      if let next = state.timers.earliest { set(&state, to: next) }
      return due
    }
    jobs.run(due)
  }

  /// Sets the source; under the lock, so that the earliest time wins.
  private func set(_ state: inout State, to deadline: UInt64) {
    if state.source == nil {
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.setEventHandler { self.fire() }
      source.schedule(deadline: .distantFuture)
      source.resume()
      state.source = source
    }
    state.alarm = deadline
    state.source?.schedule(
      deadline: DispatchTime(uptimeNanoseconds: deadline),
      leeway: .nanoseconds(0)
    )
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
    // On platforms with 32-bit words.
    if let milliseconds = Int(exactly: nanoseconds / 1_000_000) {
      return .milliseconds(milliseconds)
    }
    return Int(exactly: seconds).map { .seconds($0) } ?? .never
  }
}
