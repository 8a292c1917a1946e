public import Futures

/// An execution context whose jobs run only when a test runs them.
///
/// Jobs are queued in the order of their submission. The test runs them one by one or all at once,
/// on its own thread, or drops them:
///
/// ```swift
/// let manual = ManualContext()
/// let doubled = Future<Int, Never>(value: 21).on(manual.context).map {
///   $0 * 2
/// }
///
/// #expect(doubled.currentValue == nil)
/// manual.runAll()
/// #expect(doubled.currentValue == 42)
/// ```
///
/// To capture work that names no context, and the tasks of asynchronous closures, start it inside
/// ``capture(_:)``.
///
/// You can use a context from any thread. Both ``context`` and this object retain the queue. When
/// it is released, queued jobs are dropped as by ``dropAll()``.
public final class ManualContext: Sendable {
  /// The context to pass to the code under test.
  ///
  /// All copies submit to the same queue.
  public let context: ExecutionContext

  private let queue: ManualQueue
  private let executor: ContextTaskExecutor

  /// Creates a context without jobs.
  ///
  /// - Parameter name: The name of the context in descriptions.
  public init(_ name: String = "manual") {
    let queue = ManualQueue()
    self.queue = queue
    context = .custom(name) { job in queue.append(job) }
    executor = ContextTaskExecutor(context)
  }

  /// The number of queued jobs.
  public var pendingCount: Int { queue.count }

  /// Whether no job is queued.
  public var isEmpty: Bool { pendingCount == 0 }

  // MARK: Capturing

  /// Captures the work that a closure requests, whenever it starts.
  ///
  /// A test therefore decides when the code of an asynchronous closure runs, as it does for
  /// synchronous ones. A task runs from one suspension to the next:
  ///
  /// ```swift
  /// let manual = ManualContext()
  /// let page = manual.capture { Future { try await client.get(url) } }
  ///
  /// manual.runAll()  // the task runs here, until it waits for something
  /// ```
  ///
  /// The following is captured:
  ///
  /// - Closures that start work without a context, synchronous and asynchronous, and the steps of
  ///   workflows.
  /// - Work that starts later: after a pause or a delay, in another attempt or round, when a limit
  ///   allows it, or in an asynchronous closure of a transform. It does not matter what starts it:
  ///   a timer may fire outside of `body`.
  /// - Closures written in the code of an actor, except the main actor.
  /// - Child tasks of a captured task, and the work that any of these start in turn.
  ///
  /// The following is not:
  ///
  /// - Code of the main actor, which runs there.
  /// - Closures on a context, such as those of `future.on(.global())`.
  /// - Tasks that the code under test starts with `Task { … }`.
  /// - Work that a synchronous closure of a transform or an observer starts, if the future settles
  ///   outside of `body`: such a closure belongs to the code that completes the future. Complete
  ///   the promise in `capture { … }`, too, or use ``ManualClock/run(until:on:within:maxSteps:)``,
  ///   which captures what its timers and jobs start.
  ///
  /// Do not drop the jobs of a task: it would never resume.
  ///
  /// - Parameter body: Starts the work. Tests that run at the same time are not affected.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func capture<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try ExecutionContext.withDefault(context) { () throws(Failure) -> Result in
      try TaskHome.withExecutor(executor, body)
    }
  }

  // MARK: Running

  /// Runs the oldest job on this thread.
  ///
  /// - Returns: Whether there was a job.
  @discardableResult
  public func runNext() -> Bool { run(at: 0) }

  /// Runs one job out of order, on this thread.
  ///
  /// - Parameter index: The position in the queue; 0 is the oldest job.
  /// - Returns: Whether there was a job at that position.
  @discardableResult
  public func run(at index: Int) -> Bool {
    guard let job = queue.take(at: index) else { return false }
    job()
    return true
  }

  /// Runs jobs on this thread, oldest first, until none is left, including those submitted
  /// in the meantime.
  ///
  /// - Parameter limit: The maximum number of jobs to run, so that code that submits jobs without
  ///   end fails a test instead of blocking it. Further jobs stay queued.
  /// - Returns: The number of jobs that ran.
  @discardableResult
  public func runAll(limit: Int = 1_000_000) -> Int {
    var count = 0
    while count < limit, runNext() { count += 1 }
    return count
  }

  // MARK: Dropping

  /// Drops one job without running it, like a context that shuts down.
  ///
  /// - Parameter index: The position in the queue; 0 is the oldest job.
  /// - Returns: Whether there was a job at that position.
  @discardableResult
  public func drop(at index: Int = 0) -> Bool { queue.take(at: index) != nil }

  /// Drops all jobs without running them, oldest first, like a context that shuts down.
  ///
  /// A future that waits for such a job is cancelled, if its error type can represent that. Jobs
  /// submitted in the meantime stay queued.
  ///
  /// - Returns: The number of dropped jobs.
  @discardableResult
  public func dropAll() -> Int {
    let count = pendingCount
    for _ in 0..<count { drop() }
    return count
  }

  // MARK: Waiting

  /// Suspends the current task until jobs are queued.
  ///
  /// Use this for code that submits from another thread or task: wait for the job, then run it.
  ///
  /// - Parameter count: The number of jobs that must be queued at the same time. Zero or less does
  ///   not suspend.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func waitForJobs(_ count: Int = 1) async throws {
    try await arrival(of: count)?.wait()
  }

  /// Returns a future that succeeds when jobs are queued; `nil` if they already are.
  func arrival(of count: Int) -> Future<Void, any Error>? { queue.arrival(of: count) }
}

/// The jobs of a ``ManualContext``.
private final class ManualQueue: Sendable {
  private struct State {
    var jobs: [ExecutionContext.Job] = []
    var taken = 0
    var arrivals = Arrivals<Int>()

    var count: Int { jobs.count - taken }
  }

  private static let noJob: ExecutionContext.Job = {}

  private let state = Locked(State())

  var count: Int { state.withLock { $0.count } }

  func append(_ job: @escaping ExecutionContext.Job) {
    let arrived = state.withLock { state in
      state.jobs.append(job)
      return state.arrivals.take(at: state.count)
    }
    for promise in arrived { promise.succeed() }
  }

  /// Removes a job, in constant time at the front, where nearly all jobs are removed.
  func take(at index: Int) -> ExecutionContext.Job? {
    state.withLock { state in
      guard index >= 0, index < state.count else { return nil }
      if index > 0 { return state.jobs.remove(at: state.taken + index) }
      let job = state.jobs[state.taken]
      state.jobs[state.taken] = Self.noJob
      state.taken += 1
      if state.taken >= 64, state.taken * 2 >= state.jobs.count {
        state.jobs.removeFirst(state.taken)
        state.taken = 0
      }
      return job
    }
  }

  func arrival(of count: Int) -> Future<Void, any Error>? {
    state.withLock { $0.arrivals.promise(at: $0.count) { $0 >= count } }
  }
}
