import DurableWorkflowsTesting
import Futures
import FuturesTesting

@_spi(Stores) @testable import DurableWorkflows

/// A store in memory whose operations fail, and the processes that work on its runs, one after
/// another.
final class LiveStore: Sendable {
  let runs = InMemoryRunStore()
  let time = VirtualTime()
  private let plan: FaultyStore.Plan
  /// The number of failed operations that were reported.
  private let failures = Locked(0)

  init(
    faults: [Int: Simulation.Fault] = [:],
    outage: FaultyStore.Outage? = nil,
    before: @escaping @Sendable (_ operation: Int, InMemoryRunStore) async -> Void = { _, _ in }
  ) {
    let runs = runs
    plan = FaultyStore.Plan(faults, outage: outage) { await before($0, runs) }
  }

  var operations: Int { plan.operations }

  var hasReported: Bool { failures.withLock { $0 } > 0 }

  /// Works until all runs have ended, in one process after another, and returns what is wrong.
  func work(
    options: DurableRunsOptions,
    _ workflows: (_ isAlive: @escaping @Sendable () -> Bool) -> [DurableWorkflow]
  ) async throws -> String? {
    for _ in 0..<4 {
      do {
        if try await process(options, workflows) { return nil }
      } catch {
        return "\(error): \(try await statuses())"
      }
      time.clock.advance(by: .seconds(30))
      time.pass(in: runs)
    }
    return "does not end: \(try await statuses())"
  }

  func statuses() async throws -> [String] {
    try await runs.list(RunQuery()).map { "\($0.id) \($0.status)" }.sorted()
  }

  /// Works until all runs have ended, or the process has.
  ///
  /// - Returns: Whether all runs have ended.
  private func process(
    _ options: DurableRunsOptions,
    _ workflows: (_ isAlive: @escaping @Sendable () -> Bool) -> [DurableWorkflow]
  ) async throws -> Bool {
    let manual = ManualContext()
    let connection = FaultyStore(runs, time, plan) {}
    let workflows = workflows { connection.isAlive }.map { ($0.definition, $0) }
    let worker = DurableRuns(
      RunSettings(
        store: connection,
        workflows: Dictionary(uniqueKeysWithValues: workflows),
        options: options,
        codec: JSONRunCodec(),
        clock: time.clock,
        monitor: nil,
        onEvent: { [weak self] in
          if case .storeFailed = $0 { self?.failures.withLock { $0 += 1 } }
        }
      )
    )
    manual.capture { worker.start() } as Void
    let over = manual.capture {
      Future<Bool, any Error> { [self] in
        while connection.isAlive {
          time.pass(in: runs)
          let all = try await runs.list(RunQuery())
          if all.allSatisfy({ $0.ended != nil || $0.status == .setAside }) { return true }
          try await time.clock.sleep(for: .seconds(2))
        }
        return false
      }
    }
    try await time.clock.run(
      until: over,
      on: manual,
      within: .seconds(4000),
      maxSteps: 1_000_000
    )
    worker.abandon()
    let ended = manual.capture { Future<Void, Never> { await worker.abandoned() } }
    try await time.clock.run(until: ended, on: manual)
    return try await over.value
  }
}
