internal import Explorer
@testable internal import Futures

/// Runs the jobs of one task on a thread of the scenario.
private final class ThreadExecutor: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])
  private let signal = Signal()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    signal.signal()
  }

  /// Runs jobs until a condition holds.
  func run(until isDone: @escaping @Sendable () -> Bool) {
    while !isDone() {
      signal.wait()
      signal.reset()
      let all = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in all { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}

/// A task waits for a future while the wait is cancelled and, in a third thread, the promise
/// completed.
func awaiting(cancels: Bool, completes: Bool) -> Scenario {
  let others = [cancels ? "cancel" : nil, completes ? "complete" : nil].compactMap { $0 }
  return Scenario(
    "await against " + others.joined(separator: " against "),
    threads: 1 + others.count
  ) { run in
    let promise = Promise<Int, any Error>()
    let cell = promise.future.cell
    let waiter = TaskWaiter()
    let resumed = Notes<Bool>()
    run.thread {
      let executor = ThreadExecutor()
      _ = Task(executorPreference: executor) {
        await withUnsafeContinuation { waiter.resume($0, after: cell) }
        acquireResumption()
        resumed.add(cell.isSettled)
      }
      executor.run { !resumed.all.isEmpty }
    }
    if cancels { run.thread { waiter.cancel(cell) } }
    if completes { run.thread { promise.succeed(7) } }
    run.finally {
      expect(resumed.all.count, is: 1, "returns from the wait")
      if !cancels { expect(resumed.all, is: [true], "whether the future had settled by then") }
      if !completes { cell.expectItKnowsOfWithdrawals() }
      withExtendedLifetime(promise) {}
    }
  }
}
