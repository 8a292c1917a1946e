#if PostgreSQL
import DurableWorkflows
import Workflows

/// The workflow to measure: ten steps that do nothing, each with a checkpoint.
enum TenSteps {
  static let count = 10

  static let workflow = (0..<count).reduce(Workflow<Int, Int>.empty(named: "ten steps")) {
    $0.then(Perform("step \($1)") { (value: Int) in value }.checkpoint())
  }

  static func runs(
    _ store: RunStore,
    pollInterval: Duration = .seconds(1),
    maxConcurrentRuns: Int = 500,
    onEvent: @escaping @Sendable (DurableRunsEvent) -> Void = { _ in }
  ) throws -> DurableRuns {
    let options = DurableRunsOptions(
      maxConcurrentRuns: maxConcurrentRuns,
      pollInterval: pollInterval
    )
    return try DurableRuns(
      store: store,
      workflows: [workflow.durable()],
      options: options,
      onEvent: onEvent
    )
  }

  /// Submits runs one after another, each when the previous one has ended.
  static func runOneAfterAnother(_ runs: DurableRuns, from first: Int, count: Int) async throws {
    for number in first..<first + count {
      _ = try await runs.submit(workflow, id: "run-\(number)", input: number).value
    }
  }

  /// Submits all runs at once, and waits until they have ended.
  static func runAtOnce(_ runs: DurableRuns, from first: Int, count: Int) async throws {
    try await withThrowingTaskGroup { group in
      for number in first..<first + count {
        group.addTask {
          _ = try await runs.submit(workflow, id: "run-\(number)", input: number).value
        }
      }
      try await group.waitForAll()
    }
  }
}
#endif
