#if ServiceLifecycle
public import DurableWorkflows
public import ServiceLifecycle

/// A service that works on durable runs, and gives them back when the program shuts down.
///
/// ```swift
/// let group = ServiceGroup(
///   services: [client, DurableRunsService(runs), server],
///   logger: logger
/// )
/// ```
///
/// The service begins to work on runs when the group starts it. On graceful shutdown it takes no
/// more runs, and each run that it has is given back at its next checkpoint, so that another
/// process continues it at once. Those that have not reached one when the time limit is over, or
/// when the task of the service is cancelled, are given back as they are, and their steps are
/// cancelled: what lies behind the last checkpoint runs again. Nothing is undone.
///
/// Runs can be submitted while the service shuts down, and after that; other processes work on
/// them. So list the service behind the clients that its steps use, and before the server whose
/// requests submit runs.
public struct DurableRunsService: Service {
  private let runs: DurableRuns
  private let limit: Duration

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - runs: The runs, which nobody else starts or stops.
  ///   - limit: How long runs may take to their next checkpoint after the shutdown has begun. The
  ///     service ends a second after it at the latest; the time in which the system ends the
  ///     program has to be longer.
  public init(_ runs: DurableRuns, stoppingWithin limit: Duration = .seconds(20)) {
    self.runs = runs
    self.limit = limit
  }

  /// Works on runs until the shutdown, and gives back those that it has.
  ///
  /// For the service group to call.
  ///
  /// - Throws: Nothing; runs that fail, and a store that does not answer, are told to the closure
  ///   of the runs.
  public func run() async throws {
    runs.start()
    // What is thrown says that the task is cancelled.
    try? await gracefulShutdown()
    await withTaskCancellationHandler {
      await runs.stop(within: limit)
    } onCancel: {
      Task { await runs.stop(within: .zero) }
    }
  }
}
#endif
