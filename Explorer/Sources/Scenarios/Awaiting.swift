internal import Explorer
@testable internal import Futures

/// Runs the jobs of one task on a thread of the scenario.
private final class ThreadExecutor: TaskExecutor {
  private let jobs = Mailbox<UnownedJob>()

  func enqueue(_ job: consuming ExecutorJob) { jobs.put(UnownedJob(job)) }

  /// Runs jobs until a condition is true.
  func run(until isDone: @escaping @Sendable () -> Bool) {
    while !isDone() {
      for job in jobs.take() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}

/// A task waits for a future while the wait is cancelled and, in a third thread, the promise is
/// completed or dropped.
func awaiting(cancels: Bool, _ end: PromiseEnd?) -> Scenario {
  let others = [cancels ? "cancel" : nil, end?.rawValue].compactMap { $0 }
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
    switch end {
    case .complete: run.thread { promise.succeed(7) }
    case .drop: run.thread { withExtendedLifetime(promise) {} }
    case nil: break
    }
    run.finally {
      expect(resumed.all.count, is: 1, "returns from the wait")
      if !cancels { expect(resumed.all, is: [true], "whether the future had settled by then") }
      if end == nil { cell.expectItKnowsOfWithdrawals() }
    }
    // The promise stays pending until the checks have run, unless a thread ends it.
    if end != .drop { run.finally { withExtendedLifetime(promise) {} } }
  }
}

/// A task waits for one future after another, and reuses the waiter if no other thread still refers
/// to it.
func awaitingAgain() -> Scenario {
  Scenario("await and await again against complete", threads: 2) { run in
    let promises = (0..<2).map { _ in Promise<Int, any Error>() }
    let cells = promises.map { $0.future.cell }
    let resumed = Notes<Bool>()
    run.thread {
      let executor = ThreadExecutor()
      _ = Task(executorPreference: executor) {
        for cell in cells {
          let waiter = TaskWaiter.make()
          await withUnsafeContinuation { waiter.resume($0, after: cell) }
          acquireResumption()
          TaskWaiter.keep(waiter)
          resumed.add(cell.isSettled)
        }
      }
      executor.run { resumed.all.count == cells.count }
    }
    run.thread { for promise in promises { promise.succeed(7) } }
    run.finally { expect(resumed.all, is: [true, true], "whether the futures had settled") }
  }
}

/// The end of a promise.
enum PromiseEnd: String {
  case complete, drop
}
