/// Runs the jobs of tasks on an execution context.
package final class ContextTaskExecutor: TaskExecutor {
  private let context: ExecutionContext

  /// Creates an executor.
  ///
  /// - Parameter context: Where jobs run. It must run every job that it receives.
  package init(_ context: ExecutionContext) { self.context = context }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    context { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
