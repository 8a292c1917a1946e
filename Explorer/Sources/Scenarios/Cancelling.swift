internal import Explorer
@testable internal import Futures

/// Jobs of a context, for a thread of the scenario to run.
final class Jobs: Sendable {
  private let jobs = Locked<[@Sendable () -> Void]>([])
  private let signal = Signal()

  var context: ExecutionContext {
    .custom("jobs") { [self] job in
      jobs.withLock { $0.append(job) }
      signal.signal()
    }
  }

  /// Waits until there is a job or none will come, and runs what is there.
  func run() {
    signal.wait()
    runPending()
  }

  /// Runs what is there.
  func runPending() {
    let all = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in all { job() }
  }

  /// Lets ``run()`` go on without a job.
  func noMore() { signal.signal() }
}

/// A token is cancelled while the promise is completed and, in a third thread, the hop is run.
func cancellingByToken(hops: Bool) -> Scenario {
  Scenario(
    "cancel by token against complete" + (hops ? " against hop" : ""),
    threads: hops ? 3 : 2
  ) { run in
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let jobs = Jobs()
    let ran = Notes<Int>()
    let ends = Notes<String>()
    let derived = promise.future.map(on: hops ? jobs.context : .inline, cancellation: source.token)
    {
      ran.add($0)
      return $0 + 1
    }
    derived.onComplete(on: .inline) { ends.add($0.isCancelled ? "cancelled" : "done") }
    run.thread { source.cancel() }
    run.thread {
      promise.succeed(7)
      jobs.noMore()
    }
    if hops { run.thread { jobs.run() } }
    run.finally {
      jobs.runPending()
      expect(ends.all.count, is: 1, "ends of the derived future")
      expect(ran.all.count <= 1, "the closure ran twice")
      if ends.all == ["done"] { expect(ran.all.count, is: 1, "calls of the closure") }
      expect(derived.isCompleted, "the derived future has no outcome")
    }
  }
}

/// A token is cancelled before, while or after an observer is registered with it.
func cancellingWhileRegistering(threads: Int) -> Scenario {
  Scenario(
    "cancel by token against register" + (threads > 2 ? " against complete" : ""),
    threads: threads
  ) { run in
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let ends = Notes<Bool>()
    run.thread { source.cancel() }
    run.thread {
      future.map(on: .inline, cancellation: source.token) { $0 }
        .onComplete(on: .inline) { ends.add($0.isCancelled) }
    }
    if threads > 2 { run.thread { promise.succeed(7) } }
    run.finally {
      if threads == 2 { expect(ends.all == [true], "cancelled too late") }
      expect(ends.all.count, is: 1, "ends of the derived future")
      // Nothing of what was withdrawn stays in the list of the promise.
      if threads == 2 {
        future.cell.expectItKnowsOfWithdrawals()
        withExtendedLifetime(promise) {}
      }
    }
  }
}

extension Result where Failure == any Error {
  fileprivate var isCancelled: Bool {
    if case .failure(let error) = self { return error is CancellationError }
    return false
  }
}
