internal import Futures

// For tests.

extension DurableRuns {
  /// Leaves all runs as they are, as if the process had ended.
  func abandon() {
    let runs = work.withLock { work in
      work.beginStop()
      return Array(work.runs.values)
    }
    for run in runs { run.session.depart(.lost) }
    claims.wake()
    renewals.wake()
  }

  /// Waits until nothing is running anymore.
  func abandoned() async {
    let (task, runs) = work.withLock { ($0.task, Array($0.runs.values)) }
    for run in runs { await run.task.value }
    await task?.value
  }
}
