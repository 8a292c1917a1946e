internal import Futures
internal import Synchronization

/// The executor of the tasks of a function, which counts their jobs.
///
/// The task of a run begins on it if the workflow is a function, because that task would change
/// threads at the start of the function and at its end.
final class FunctionExecutor: TaskExecutor {
  private struct State {
    weak var function: FunctionRun?
  }

  /// The executor of the task that calls the function.
  let outer = TaskHome.executor
  private let home = ExecutionContext.ofNewWork
  private let jobs = Atomic<Int>(0)
  private let state = Locked(State())

  /// The number of jobs that run.
  var jobCount: Int { jobs.load(ordering: .acquiring) }

  /// The function whose tasks run here; `nil` before it begins.
  private var function: FunctionRun? { state.withLock { $0.function } }

  /// Tells a function of the jobs from now on.
  func begin(_ function: FunctionRun) { state.withLock { $0.function = function } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = jobs.add(1, ordering: .acquiringAndReleasing).oldValue == 0
    function?.noteJob(isFirst: isFirst)
    home { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      let function = function
      function?.noteEndOfJob()
      let isLast = jobs.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
      if isLast { function?.settle() }
    }
  }
}
