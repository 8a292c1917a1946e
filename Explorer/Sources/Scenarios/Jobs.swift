internal import Explorer
@testable internal import Futures

/// Jobs of a context, for a thread of the scenario to run.
struct Jobs: Sendable {
  private let jobs = Mailbox<@Sendable () -> Void>()

  var context: ExecutionContext { .custom("jobs") { [jobs] job in jobs.put(job) } }

  /// Waits until there is a job or none will come, and runs what is there.
  func run() {
    for job in jobs.take() { job() }
  }

  /// Runs what is there.
  func runPending() {
    for job in take() { job() }
  }

  /// Takes out what is there.
  func take() -> [@Sendable () -> Void] { jobs.takePending() }

  /// Lets ``run()`` return without a job.
  func noMore() { jobs.close() }
}
