internal import Dispatch
internal import Futures

extension StepContext {
  /// Calls an asynchronous closure whose jobs run on a context.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; `CancellationError` if the context destroys one of the jobs.
  static func task<Value: Sendable>(
    on context: ExecutionContext,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // One for each call: a context that is closed later leaves the outcome of this one alone.
    let executor = StepExecutor(context)
    return try await withTaskExecutorPreference(executor) {
      try executor.checkJobs()
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      try executor.checkJobs()
      return try result.get()
    }
  }
}

/// Runs the jobs of a task on a context, and those that the context destroys on a global queue.
///
/// A task whose job is destroyed would never end.
private final class StepExecutor: TaskExecutor {
  private let context: ExecutionContext
  private let hasLostJobs = Locked(false)

  init(_ context: ExecutionContext) { self.context = context }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = StepJob(UnownedJob(job), of: self)
    context { job.run() }
  }

  func noteLostJob() { hasLostJobs.withLock { $0 = true } }

  func checkJobs() throws {
    if hasLostJobs.withLock({ $0 }) { throw CancellationError() }
  }
}

/// A job that runs once, at the latest when the last reference is released.
private final class StepJob: Sendable {
  private let executor: StepExecutor
  private let job: Locked<UnownedJob?>

  init(_ job: UnownedJob, of executor: StepExecutor) {
    self.executor = executor
    self.job = Locked(job)
  }

  deinit {
    guard let job = take() else { return }
    executor.noteLostJob()
    DispatchQueue.global().async { [executor] in
      job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
  }

  func run() { take()?.runSynchronously(on: executor.asUnownedTaskExecutor()) }

  private func take() -> UnownedJob? {
    job.withLock { job in
      defer { job = nil }
      return job
    }
  }
}
