#if AsyncHTTPClient
internal import Futures

/// The tasks of a back end's transfers, which end when they are cancelled.
final class RunningTasks: Sendable {
  private struct State {
    var running: Set<Int> = []
    var tasks: [Int: Task<Void, Never>] = [:]
    var count = 0
    var isCancelled = false
  }

  private let state = Locked(State())

  /// Starts a task, which is retained until it ends.
  ///
  /// A task that is started after ``cancel()`` is cancelled.
  func start(
    on executor: TransferExecutor?,
    _ work: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let number = state.withLock { state in
      state.count += 1
      state.running.insert(state.count)
      return state.count
    }
    let task = Task(executorPreference: executor) { [self] in
      await work()
      state.withLock { state in
        state.running.remove(number)
        state.tasks[number] = nil
      }
    }
    let isCancelled = state.withLock { state in
      // The task may have ended by now.
      if state.running.contains(number) { state.tasks[number] = task }
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
    return task
  }

  /// Cancels all tasks.
  func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return state.tasks.values.map { $0 }
    }
    for task in tasks { task.cancel() }
  }
}
#endif
