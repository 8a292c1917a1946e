#if ServiceLifecycle
internal import Futures
public import ServiceLifecycle
public import Workflows

/// A service that starts runs of workflows, and waits for them when the program shuts down.
///
/// ```swift
/// let orders = WorkflowService()
/// let group = ServiceGroup(
///   services: [client, server, orders],
///   logger: logger
/// )
///
/// // Anywhere, while the group runs:
/// let run = try orders.start(fulfil, order)
/// ```
///
/// On graceful shutdown the service refuses new runs and waits for those that are under way, queued
/// ones included. When the time limit is over, or the task of the service is cancelled, it cancels
/// them, and returns when their steps have stopped. The `WorkflowRun.cancellation` of
/// such a run is ``Workflows/RunCancellation/shutdown``.
///
/// A service group shuts its services down in reverse order, each when the one after it has ended.
/// List this service behind the clients that its steps use, and behind the server whose requests
/// wait for runs: a server that shuts down first waits for these requests, and the time limit does
/// not begin before that.
public final class WorkflowService: Service {
  private struct Run {
    let cancel: @Sendable () -> Void
    let stopped: @Sendable () async -> Void
    let end: Promise<Void, any Error>
  }

  private struct State {
    var runs: [RunID: Run] = [:]
    var isClosed = false
  }

  private let state = Locked(State())
  private let limit: Duration?
  private let clock: any Clock<Duration>
  /// The runs that were started with a key.
  private let unique = UniqueRuns()
  /// The limit of runs whose options have none.
  private let places: ConcurrencyLimit?

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - limit: How long runs may take to end after the shutdown has begun; `nil` for as long as
  ///     they take.
  ///   - maxConcurrent: The most runs that run at the same time, 1 or more; further ones are
  ///     queued. `nil` for no limit. A run with a `RunOptions.limit` of its own follows
  ///     that instead.
  ///   - clock: What the limit is measured with.
  public init(
    limit: Duration? = .seconds(30),
    maxConcurrent: Int? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.limit = limit
    places = maxConcurrent.map { ConcurrencyLimit($0) }
    self.clock = clock
  }

  /// The number of runs that have not ended, queued ones included.
  public var runCount: Int { state.withLock { $0.runs.count } }

  /// Starts a run.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - input: What the first step receives.
  ///   - options: How the run is identified, recorded and cancelled.
  /// - Returns: The run.
  /// - Throws: ``ServiceHasShutDown`` if the service takes no runs any more.
  @discardableResult
  public func start<Input, Output>(
    _ workflow: Workflow<Input, Output>,
    _ input: Input,
    options: RunOptions = RunOptions()
  ) throws(ServiceHasShutDown) -> WorkflowRun<Output> {
    let run = prepare(workflow, input, options)
    try begin(run)
    return run
  }

  /// Starts a run of a workflow that takes nothing.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - options: How the run is identified, recorded and cancelled.
  /// - Returns: The run.
  /// - Throws: ``ServiceHasShutDown`` if the service takes no runs any more.
  @discardableResult
  public func start<Output>(
    _ workflow: Workflow<Void, Output>,
    options: RunOptions = RunOptions()
  ) throws(ServiceHasShutDown) -> WorkflowRun<Output> {
    try start(workflow, (), options: options)
  }

  /// Starts a run, unless a run with the same key is under way and is to be kept.
  ///
  /// ```swift
  /// let run = try orders.start(
  ///   fulfil,
  ///   order,
  ///   unique: order.number,
  ///   ifRunning: .keep
  /// )
  /// ```
  ///
  /// A key belongs to the workflows with one name, and to this service. The same as `UniqueRuns` of
  /// `Workflows`, whose documentation says more.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - input: What the first step receives; not used if a run is kept.
  ///   - key: What only one run at a time may be for.
  ///   - policy: What to do if a run with that key is under way.
  ///   - options: How the run is identified, recorded and cancelled; not used if a run is kept.
  /// - Returns: The run: a new one, or the one that is kept.
  /// - Throws: ``ServiceHasShutDown`` if the service takes no runs any more. A run that would have
  ///   been replaced continues then.
  @discardableResult
  public func start<Input, Output>(
    _ workflow: Workflow<Input, Output>,
    _ input: Input,
    unique key: some Hashable & Sendable,
    ifRunning policy: ExistingRunPolicy,
    options: RunOptions = RunOptions()
  ) throws(ServiceHasShutDown) -> WorkflowRun<Output> {
    try unique.start(UniqueKey(key, of: workflow), ifRunning: policy) {
      prepare(workflow, input, options)
    } start: { run throws(ServiceHasShutDown) in
      try begin(run)
    }
  }

  /// Waits for the shutdown, and then for the runs.
  ///
  /// For the service group to call.
  ///
  /// - Throws: Nothing; a run that fails is no failure of the service.
  public func run() async throws {
    // What is thrown says that the wait is over: by the limit, or with the task.
    try? await gracefulShutdown()
    let ends = close()
    let haveEnded = (try? await wait(for: ends)) != nil
    if !haveEnded {
      for run in state.withLock({ $0.runs }).values { run.cancel() }
    }
    while let run = state.withLock({ $0.runs.first }) {
      await run.value.stopped()
      remove(run.key, isCancelled: false)
    }
  }

  private func prepare<Input, Output>(
    _ workflow: Workflow<Input, Output>,
    _ input: Input,
    _ options: RunOptions
  ) -> WorkflowRun<Output> {
    var options = options
    options.limit = options.limit ?? places
    return workflow.prepare(input, options: options)
  }

  private func begin<Output>(_ run: WorkflowRun<Output>) throws(ServiceHasShutDown) {
    let isOpen = state.withLock { state in
      if state.isClosed { return false }
      state.runs[run.id] = Run(
        cancel: { run.cancel(because: .shutdown) },
        stopped: { await run.stopped() },
        end: Promise()
      )
      return true
    }
    if !isOpen { throw ServiceHasShutDown(workflow: run.name) }
    run.whenEnded { [weak self] _, error in
      self?.remove(run.id, isCancelled: error.isCancellation)
    }
    do { try run.start() } catch { preconditionFailure("a new run was started before: \(error)") }
  }

  /// Refuses runs from now on, and returns the ends of those under way.
  private func close() -> [Future<Void, any Error>] {
    state.withLock { state in
      state.isClosed = true
      return state.runs.values.map { $0.end.future }
    }
  }

  private func wait(for ends: [Future<Void, any Error>]) async throws {
    let all = ends.all().asVoid()
    guard let limit else { return try await all.value }
    try await all.timeout(limit, clock: clock).value
  }

  /// Forgets a run that has ended: at once, or if it was cancelled, when its steps have stopped.
  private func remove(_ id: RunID, isCancelled: Bool) {
    if isCancelled {
      guard let run = state.withLock({ $0.runs[id] }) else { return }
      Task {
        await run.stopped()
        remove(id, isCancelled: false)
      }
    } else {
      state.withLock { $0.runs.removeValue(forKey: id) }?.end.succeed()
    }
  }
}

extension RunCancellation {
  /// A ``WorkflowService`` has shut down, and the run took longer than its limit allows.
  public static let shutdown = RunCancellation("its service has shut down")
}

/// The error of starting a run when the service has begun to shut down.
public struct ServiceHasShutDown: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the workflow.
  public let workflow: String

  /// What happened.
  public var description: String {
    "'\(workflow)' was not started: the service shuts down and takes no runs any more."
  }
}

extension Optional where Wrapped == any Error {
  fileprivate var isCancellation: Bool {
    (self as? any CancellationRepresentable)?.isCancellation ?? false
  }
}
#endif
