public import Futures

/// An execution context whose jobs run only when a test says so.
///
/// Jobs queue up in the order in which they came. The test runs them one by one or all at once, on
/// its own thread, or destroys them:
///
/// ```swift
/// let manual = ManualContext()
/// let doubled = Future<Int, Never>(value: 21).map(on: manual.context) { $0 * 2 }
///
/// #expect(doubled.value == nil)
/// manual.runAll()
/// #expect(doubled.value == 42)
/// ```
///
/// To take over work that names no context, and the tasks of asynchronous closures, start it inside
/// ``capture(_:)``.
///
/// It may be used from any thread. Jobs still queued when the last reference to the queue goes away
/// are destroyed as by ``dropAll()``; both ``context`` and this object keep the queue.
public final class ManualContext: Sendable {
  /// The context to pass to what is tested.
  ///
  /// All copies feed the same queue.
  public let context: ExecutionContext

  private let queue: ManualQueue
  private let executor: ContextTaskExecutor

  /// Makes a context without jobs.
  ///
  /// - Parameter name: What descriptions call the context.
  public init(_ name: String = "manual") {
    let queue = ManualQueue()
    self.queue = queue
    context = .custom(name) { job in queue.append(job) }
    executor = ContextTaskExecutor(context)
  }

  /// How many jobs wait to be run.
  public var pendingCount: Int { queue.count }

  /// Whether no job waits to be run.
  public var isEmpty: Bool { pendingCount == 0 }

  // MARK: Taking over

  /// Takes over the work that a closure starts without saying where.
  ///
  /// This context becomes the default one, and the tasks that futures and workflows start run on it
  /// from one suspension to the next. So a test decides when the code of an asynchronous closure
  /// runs, as it does for synchronous ones:
  ///
  /// ```swift
  /// let manual = ManualContext()
  /// let page = manual.capture { Future { try await client.get(url) } }
  ///
  /// manual.runAll()  // the task runs here, until it waits for something
  /// ```
  ///
  /// Code of the main actor runs there all the same. Tasks that code under test starts with
  /// `Task { … }` are not taken over. Do not drop the jobs of a task: it would never go on.
  ///
  /// - Parameter body: Starts the work. Tests that run at the same time do not notice.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
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
  /// - Returns: Whether there was one.
  @discardableResult
  public func runNext() -> Bool { run(at: 0) }

  /// Runs one job out of order, on this thread.
  ///
  /// - Parameter index: Its place in the queue; 0 is the oldest.
  /// - Returns: Whether there was a job at that place.
  @discardableResult
  public func run(at index: Int) -> Bool {
    guard let job = queue.take(at: index) else { return false }
    job()
    return true
  }

  /// Runs jobs on this thread, oldest first, until none is left, those included that come
  /// meanwhile.
  ///
  /// - Parameter limit: How many jobs to run at the most, so that code that submits jobs for ever
  ///   fails a test instead of hanging it. If there are more, they stay in the queue.
  /// - Returns: How many jobs ran.
  @discardableResult
  public func runAll(limit: Int = 1_000_000) -> Int {
    var count = 0
    while count < limit, runNext() { count += 1 }
    return count
  }

  // MARK: Dropping

  /// Destroys one job without running it, as a context does that is shut down.
  ///
  /// - Parameter index: Its place in the queue; 0 is the oldest.
  /// - Returns: Whether there was a job at that place.
  @discardableResult
  public func drop(at index: Int = 0) -> Bool { queue.take(at: index) != nil }

  /// Destroys all jobs without running them, oldest first, as a context does that is shut down.
  ///
  /// A future that waits for such a job is cancelled, if its error type can hold that. Jobs that
  /// come meanwhile stay.
  ///
  /// - Returns: How many jobs were destroyed.
  @discardableResult
  public func dropAll() -> Int {
    let count = pendingCount
    for _ in 0..<count { drop() }
    return count
  }

  // MARK: Waiting

  /// Suspends the current task until jobs are pending.
  ///
  /// For tests of code that submits from another thread or task: wait for the job, then run it.
  ///
  /// - Parameter count: How many jobs have to be pending at the same time. Zero or less does not
  ///   suspend.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func waitForJobs(_ count: Int = 1) async throws {
    try await arrival(of: count)?.wait()
  }

  /// A future that succeeds when jobs are pending, or `nil` if they are.
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

  /// Takes a job out in constant time at the front, which is where jobs are nearly always taken.
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
