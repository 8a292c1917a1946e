import BenchmarkHarness
import Workflows

extension Benchmark {
  /// `workflow-run`: a run of steps that do nothing, from its start to its value, with the trace
  /// on, compared with as many tasks that do nothing, one after another.
  ///
  /// With five steps it isolates the cost of a run as a whole: its task, its state, its future.
  /// With a hundred (`workflow-run-long`), the steps dominate, with everything that a started run
  /// does for each. All tasks run on the default executor, as a client's do.
  static func workflowRun<P: Payload>(
    of payload: P.Type,
    steps: Int,
    name: String,
    bar: Bar = .none
  ) -> Benchmark {
    let workflow = Workflow<P, P>.ofPassing(steps)
    return Benchmark(
      name + P.suffix,
      unit: "step",
      operations: steps,
      bar: bar,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let value = P.sample()
          for _ in 0..<iterations { blackHole(try await workflow.start(value).value) }
          return iterations
        }
      ),
      peers: Side(
        "swift-task",
        task: { iterations in
          for _ in 0..<iterations { blackHole(await passThroughTasks(steps) as P) }
          return iterations
        }
      )
    )
  }

  /// `workflow-runs-at-once`: 20,000 runs of five steps at the same time, compared with 20,000
  /// tasks that do the same with tasks.
  ///
  /// Isolates the cost of running at the same time: shared state, and the memory of all runs
  /// together.
  static func workflowRunsAtOnce<P: Payload>(of payload: P.Type) -> Benchmark {
    let (runs, steps) = (20_000, 5)
    let workflow = Workflow<P, P>.ofPassing(steps)
    return Benchmark(
      "workflow-runs-at-once" + P.suffix,
      unit: "step",
      operations: runs * steps,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          for _ in 0..<iterations {
            let all = (0..<runs).map { _ in workflow.start(P.sample()) }
            for run in all { blackHole(try await run.value) }
          }
          return iterations * runs
        }
      ),
      peers: Side(
        "swift-task",
        task: { iterations in
          for _ in 0..<iterations {
            let all = (0..<runs).map { _ in Task { await passThroughTasks(steps) as P } }
            for task in all { blackHole(await task.value) }
          }
          return iterations * runs
        }
      )
    )
  }
}
