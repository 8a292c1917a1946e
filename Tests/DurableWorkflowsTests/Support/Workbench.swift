@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing

/// A store in memory with a manual clock, and the processes that work on it.
final class Workbench: Sendable {
  let clock = ManualClock()
  let manual = ManualContext()
  let store: InMemoryRunStore
  private let log = Locked<[String]>([])

  init(now: StoreTime = 1_000_000) { store = InMemoryRunStore(now: now, clock: clock) }

  /// The events that processes have reported, one per line.
  var events: [String] { log.withLock { $0 } }

  /// Starts a process.
  func process(
    _ workflows: DurableWorkflow...,
    options: DurableRunsOptions = DurableRunsOptions(pollInterval: .seconds(6 * 3600))
  ) throws -> DurableRuns {
    try process(workflows, options: options)
  }

  func process(_ workflows: [DurableWorkflow], options: DurableRunsOptions) throws -> DurableRuns {
    try DurableRuns(
      store: RunStore(store),
      workflows: workflows,
      options: options,
      clock: clock,
      onEvent: { [weak self] event in self?.log.withLock { $0.append("\(event)") } }
    )
  }

  /// Runs work that waits for processes, and advances the time whenever nothing else is left to do.
  func run<Value: Sendable>(
    within limit: Duration = .seconds(30 * 86_400),
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let work = manual.capture { Future<Value, any Error> { try await body() } }
    try await clock.run(until: work, on: manual, within: limit, maxSteps: 10_000_000)
    return try await work.value
  }

  /// Advances the time until a condition is true or the time is over, and returns whether it is
  /// true.
  func ended(within time: Duration, _ condition: () async throws -> Bool) async throws -> Bool {
    let end = clock.now.advanced(by: time)
    while try await !condition() {
      if clock.now >= end { return false }
      try await clock.sleep(for: .milliseconds(100))
    }
    return true
  }

  /// Advances the time until a condition is true.
  func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await clock.sleep(for: .milliseconds(100)) }
  }
}

/// Counts calls of steps, across processes.
final class Calls: Sendable {
  private let log = Locked<[String]>([])

  /// Records a call.
  func add(_ name: String) { log.withLock { $0.append(name) } }

  var all: [String] { log.withLock { $0 } }

  func count(of name: String) -> Int { all.filter { $0 == name }.count }
}
