#if ServiceLifecycle
internal import Futures
public import ServiceLifecycle
public import Workflows

/// A service that starts runs of workflows and waits for them when the program shuts down.
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
/// On graceful shutdown, the service refuses new runs and waits for the runs in progress, including
/// queued ones. When the time limit has passed or the task of the service is cancelled, it cancels
/// them and returns when their steps have stopped. The `WorkflowRun.cancellation` of such a run is
/// ``Workflows/RunCancellation/shutdown``.
///
/// A service group shuts down its services in reverse order, each when the one after it has ended.
/// List this service after the clients that its steps use, and after the server whose requests wait
/// for runs: a server that shuts down first would wait for these requests, and the time limit would
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
  ///   - limit: The time that runs have to end after the shutdown has begun; `nil` for no limit.
  ///   - maxConcurrent: The maximum number of runs that run at the same time, at least 1; further
  ///     ones are queued. `nil` for no limit. A run with its own `RunOptions.limit` follows that
  ///     limit instead.
  ///   - clock: The clock that measures the limit.
  public init(
    limit: Duration? = .seconds(30),
    maxConcurrent: Int? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.limit = limit
    places = maxConcurrent.map { ConcurrencyLimit($0) }
    self.clock = clock
  }

  /// The number of runs that have not ended, including queued ones.
  public var runCount: Int { state.withLock { $0.runs.count } }

  /// Starts a run.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - input: The input of the first step.
  ///   - options: Options that determine how the run is identified, recorded, and cancelled.
  /// - Returns: The run.
  /// - Throws: ``ServiceHasShutDown`` if the service no longer accepts runs.
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

  /// Starts a run of a workflow without an input.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - options: Options that determine how the run is identified, recorded, and cancelled.
  /// - Returns: The run.
  /// - Throws: ``ServiceHasShutDown`` if the service no longer accepts runs.
  @discardableResult
  public func start<Output>(
    _ workflow: Workflow<Void, Output>,
    options: RunOptions = RunOptions()
  ) throws(ServiceHasShutDown) -> WorkflowRun<Output> {
    try start(workflow, (), options: options)
  }

  /// Starts a run unless a run with the same key is in progress and the policy keeps it.
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
  /// The scope of a key is this service and the workflows with one name. This method works like
  /// `UniqueRuns` of `Workflows`; see its documentation.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - input: The input of the first step; not used if a run is kept.
  ///   - key: The key, which only one run at a time may have.
  ///   - policy: What to do if a run with that key is in progress.
  ///   - options: Options that determine how the run is identified, recorded, and cancelled; not
  ///     used if a run is kept.
  /// - Returns: The new run, or the one that is kept.
  /// - Throws: ``ServiceHasShutDown`` if the service no longer accepts runs. In that case, a run
  ///   that would have been replaced continues.
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

  /// Waits for the shutdown and then for the runs.
  ///
  /// The service group calls this method.
  ///
  /// - Throws: Nothing. A run that fails is not a failure of the service.
  public func run() async throws {
    // An error only means that the wait is over, because of the time limit or because the task is
    // cancelled.
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

  /// Refuses runs from now on, and returns futures of the ends of the runs in progress.
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

  /// Removes a run that has ended: at once or, if it was cancelled, when its steps have stopped.
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
  /// A ``WorkflowService`` shut down, and the run took longer than the service's time limit allows.
  public static let shutdown = RunCancellation("its service has shut down")
}

/// The error of starting a run after the service has begun to shut down.
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
