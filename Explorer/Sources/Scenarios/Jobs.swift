internal import Explorer
@testable internal import Futures

/// Jobs of a context, for a thread of the scenario to run.
struct Jobs: Sendable {
  private let jobs = Mailbox<@Sendable () -> Void>()

  var context: ExecutionContext { context(runsEachJobOnce: false) }

  /// Returns the context, which can promise to run each job only once, as a queue does.
  func context(runsEachJobOnce: Bool) -> ExecutionContext {
    ExecutionContext(
      ExecutionContext.Target("jobs", runsEachJobOnce: runsEachJobOnce) { [jobs] in jobs.put($0) }
    )
  }

  /// Waits until there is a job or none will come, and runs the pending jobs.
  func run() {
    for job in jobs.take() { job() }
  }

  /// Runs the pending jobs.
  func runPending() {
    for job in take() { job() }
  }

  /// Removes and returns the pending jobs.
  func take() -> [@Sendable () -> Void] { jobs.takePending() }

  /// Lets ``run()`` return without a job.
  func noMore() { jobs.close() }
}
