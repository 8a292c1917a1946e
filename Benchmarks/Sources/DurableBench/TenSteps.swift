#if SQLite
import DurableWorkflows
import Workflows

/// The workflow to measure: ten steps that do nothing, each with a checkpoint.
enum TenSteps {
  static let count = 10

  static let checkpointed = (0..<count).reduce(Workflow<Int, Int>.empty(named: "ten steps")) {
    $0.then(Perform("step \($1)") { (value: Int) in value }.checkpoint())
  }

  /// The same as a function that calls its steps.
  static let function = Workflow<Int, Int>("ten steps") { value, run in
    var value = value
    for name in names { value = try await run.step(name) { [value] in value } }
    return value
  }

  private static let names = (0..<count).map { "step \($0)" }

  static let plain = (0..<count).reduce(Workflow<Int, Int>.empty(named: "ten steps")) {
    $0.then(Perform("step \($1)") { (value: Int) in value })
  }

  /// Submits runs one after another, each when the previous one has ended.
  static func runOneAfterAnother(
    _ runs: DurableRuns,
    of workflow: Workflow<Int, Int> = checkpointed,
    from first: Int,
    count: Int
  ) async throws {
    for number in first..<first + count {
      _ = try await runs.submit(workflow, id: "run-\(number)", input: number).value
    }
  }

  /// Submits runs, and waits until all have ended.
  static func runAtOnce(_ runs: DurableRuns, from first: Int, count: Int) async throws {
    var submitted: [DurableRun<Int>] = []
    for number in first..<first + count {
      submitted.append(try await runs.submit(checkpointed, id: "run-\(number)", input: number))
    }
    for run in submitted { _ = try await run.value }
  }
}
#endif
