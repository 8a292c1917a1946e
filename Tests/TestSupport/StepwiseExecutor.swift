import Futures

/// An executor whose jobs a test runs on its own thread.
///
/// When ``runAll()`` returns, a task that prefers the executor has progressed as far as it can
/// without others.
package final class StepwiseExecutor: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs until none are left.
  package func runAll() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
