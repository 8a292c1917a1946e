import Synchronization

/// An executor whose tasks run on the thread that drains it.
///
/// Tasks that prefer it suspend and resume without waking another thread, which would cost many
/// times what is measured.
final class DrainingExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs until there are none.
  ///
  /// Suspended ones may be enqueued again later.
  func drain() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
