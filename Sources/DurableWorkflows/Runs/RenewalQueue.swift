internal import Dispatch

/// The executor of the task that extends leases, with a thread that steps cannot block.
///
/// Steps that block occupy the threads of tasks and of global queues, of which there are as many as
/// processors. The target of a serial queue adds a thread if all others are in use. Timers of the
/// queue are set by a thread of Dispatch that carries out nothing else.
final class RenewalQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "tenon.renewals")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Returns whether this queue measures the time of a clock.
  func measures(_ clock: any Clock<Duration>) -> Bool {
    clock is ContinuousClock || clock is SuspendingClock
  }

  /// Calls a closure once on the queue, unless the returned timer is cancelled before.
  func start(
    after delay: Duration,
    _ job: @escaping @Sendable () -> Void
  ) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler(handler: job)
    // A longer pause is repeated.
    let milliseconds = max(1, min(delay / .milliseconds(1), 86_400_000))
    timer.schedule(deadline: .now() + milliseconds / 1000, leeway: .nanoseconds(0))
    timer.resume()
    return timer
  }
}
