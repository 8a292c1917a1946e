import Futures

/// An executor whose jobs run when a test says so, on its thread.
///
/// A task that prefers it has come as far as it can, without another's help, when ``runAll()``
/// returns.
package final class StepwiseExecutor: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs until there is none.
  package func runAll() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
