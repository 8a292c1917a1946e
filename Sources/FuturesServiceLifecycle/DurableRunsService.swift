#if ServiceLifecycle
public import DurableWorkflows
public import ServiceLifecycle

/// A service that works on durable runs and gives them back when the program shuts down.
///
/// ```swift
/// let group = ServiceGroup(
///   services: [client, DurableRunsService(runs), server],
///   logger: logger
/// )
/// ```
///
/// The service begins to work on runs when the group starts it. On graceful shutdown, it claims no
/// more runs and gives back each of its runs at the run's next checkpoint, so that another process
/// continues it at once. Runs that have not reached a checkpoint when the time limit has passed, or
/// when the task of the service is cancelled, are given back as they are and their steps are
/// cancelled: the steps after the last checkpoint run again. Nothing is undone.
///
/// Runs can be submitted during the shutdown and after it; other processes work on them. So list
/// the service after the clients that its steps use and before the server whose requests submit
/// runs.
public struct DurableRunsService: Service {
  private let runs: DurableRuns
  private let limit: Duration

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - runs: The runs. No other code starts or stops them.
  ///   - limit: The time that runs have to reach their next checkpoint after the shutdown has
  ///     begun. The service ends at the latest one second after the limit; the system has to give
  ///     the program more time than that before it terminates it.
  public init(_ runs: DurableRuns, stoppingWithin limit: Duration = .seconds(20)) {
    self.runs = runs
    self.limit = limit
  }

  /// Works on runs until the shutdown, and then gives back the runs that it has.
  ///
  /// The service group calls this method.
  ///
  /// - Throws: Nothing. Runs that fail, and a store that does not answer, are reported to the event
  ///   closure of the runs.
  public func run() async throws {
    runs.start()
    // An error means that the task is cancelled.
    try? await gracefulShutdown()
    await withTaskCancellationHandler {
      await runs.stop(within: limit)
    } onCancel: {
      Task { await runs.stop(within: .zero) }
    }
  }
}
#endif
