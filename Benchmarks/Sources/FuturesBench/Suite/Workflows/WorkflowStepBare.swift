import BenchmarkHarness
import Workflows

extension Benchmark {
  /// `workflow-step-await`: the steps of `workflow-step`, compared with as many calls of an
  /// asynchronous function that does nothing.
  ///
  /// Isolates how much more a step costs than the call that it replaces.
  static func workflowStepBesideAwait() -> Benchmark {
    steps("workflow-step-await", capacity: 100_000)
  }

  /// `workflow-step-untraced`: the same with a trace that records nothing.
  static func workflowStepUntraced() -> Benchmark { steps("workflow-step-untraced", capacity: 0) }

  private static func steps(_ name: String, capacity: Int) -> Benchmark {
    let steps = 100
    let workflow = Workflow<Int, Int>.ofPassing(steps)
    return Benchmark(
      name,
      unit: "step",
      operations: steps,
      ours: Side("tenon") { iterations in
        let executor = DrainingExecutor()
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations {
            let context = StepContext(name: "run", trace: Trace(capacity: capacity))
            blackHole(try await workflow.run(1, in: context))
          }
        }
        executor.drain()
      },
      peers: Side("await") { iterations in
        let executor = DrainingExecutor()
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations {
            var value = Int.sample()
            for _ in 0..<steps { value = await passLater(value) }
            blackHole(value)
          }
        }
        executor.drain()
      }
    )
  }
}

/// The call that a step that does nothing replaces.
@inline(never)
private nonisolated(nonsending) func passLater(_ value: Int) async -> Int { pass(value) }
