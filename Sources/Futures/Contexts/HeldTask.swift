/// A task that its creator holds back, for work that is started later.
///
/// Work that starts when other work has ended starts on the thread of the code that ended it, with
/// the task-local values of that code, which may belong to another request. Swift copies the values
/// only into a new task. So the code that requests work creates a task before it returns. The task
/// starts with the work: on the thread, the actor and inside the call that start it, and with the
/// values, and the scope, of its creator. The task ends in that call.
///
/// A held task costs four allocations. It is created only for work that cannot start at once.
package final class HeldTask: Sendable {
  private let job = HeldJob()

  /// Creates a task with the task-local values of the caller, or, if it is detached, with none.
  package init(isDetached: Bool = false) {
    // A synchronous function, which runs where its job is started. An asynchronous one would leave
    // the actor first.
    let work: @Sendable () -> Void = job.work
    if isDetached {
      let priority = Task.currentPriority
      _ = Task.detached(executorPreference: job, priority: priority, operation: work)
    } else {
      _ = Task(executorPreference: job, operation: work)
    }
  }

  /// Ends a task that was not needed, as one that never runs would never be released.
  deinit { job.start(on: .inline) {} }

  /// Returns a task for work that the caller submits to a context; `nil` if it starts at once.
  static func needed(on context: ExecutionContext) -> HeldTask? {
    context.runsAtOnce ? nil : HeldTask()
  }

  /// Calls a closure in the task; once.
  ///
  /// - Parameters:
  ///   - context: The context that runs the caller.
  ///   - body: The closure.
  /// - Returns: What `body` returns.
  package func run<Result: Sendable>(
    on context: ExecutionContext,
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    let result = HeldResult<Result>()
    let call: @Sendable () -> Void = {
      let value = body()
      result.value.withLock { $0 = value }
    }
    // Values that the context sets explicitly take precedence over those of the creator.
    let bind = context.target?.bind
    job.start(on: context) { if let bind { bind(call) } else { call() } }
    // The first caller has the task to itself.
    return result.value.withLock { $0.take() } ?? body()
  }
}

/// The job of a task, which starts on request.
private final class HeldJob: TaskExecutor {
  private struct State {
    var job: UnownedJob?
    var work: Body?
  }

  /// A closure in a struct, as a generic container would wrap a bare closure.
  private struct Body: Sendable {
    let call: @Sendable () -> Void
  }

  private let state = Locked(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.job = job }
  }

  /// Runs the job, and in it `work`; does nothing the second time.
  func start(on context: ExecutionContext, _ work: @escaping @Sendable () -> Void) {
    let job = state.withLock { state -> UnownedJob? in
      guard let job = state.job.take() else { return nil }
      state.work = Body(call: work)
      return job
    }
    guard let job else { return }
    let executor = asUnownedTaskExecutor()
    // The caller is isolated, and so is the work that it calls without a hop.
    if let serialExecutor = context.isolatingExecutor {
      job.runSynchronously(isolatedTo: serialExecutor, taskExecutor: executor)
    } else {
      job.runSynchronously(on: executor)
    }
    // If the task hopped before its first line, the rest of it is waiting here.
    while let rest = state.withLock({ $0.job.take() }) { rest.runSynchronously(on: executor) }
  }

  /// What the task does.
  func work() { state.withLock { $0.work.take() }?.call() }
}

/// The value that the closure of a task returned.
private final class HeldResult<Value: Sendable>: Sendable {
  let value = Locked<Value?>(nil)
}

extension ExecutionContext {
  /// Whether a closure that the caller submits now runs inside that call.
  fileprivate var runsAtOnce: Bool {
    (isInline || isMainInline && MainQueue.isCurrent) && !ThreadState.isPuttingOff
  }

  /// The executor of the actor that this context is running the caller on; `nil` if there is none.
  fileprivate var isolatingExecutor: UnownedSerialExecutor? {
    if let actor = target?.actor { return actor.unownedExecutor }
    return MainQueue.isCurrent ? MainActor.sharedUnownedExecutor : nil
  }
}
