import BenchmarkHarness
import Workflows

extension Benchmark {
  /// `workflow-step`: a step that does nothing, in a workflow of a hundred of them with the trace
  /// on, compared with a task that does nothing and the wait for it.
  ///
  /// Isolates the cost of a step apart from its work: its context, its span in the trace, its part
  /// of the progress. Everything runs on the calling thread, including the tasks, which makes them
  /// as cheap as possible.
  static func workflowStep<P: Payload>(of payload: P.Type) -> Benchmark {
    let steps = 100
    let workflow = Workflow<P, P>.ofPassing(steps)
    return Benchmark(
      "workflow-step" + P.suffix,
      unit: "step",
      operations: steps,
      bar: Bar(ratio: 1),
      ours: Side("tenon") { iterations in
        let executor = DrainingExecutor()
        let value = P.sample()
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations {
            let context = StepContext(name: "run", trace: Trace())
            blackHole(try await workflow.run(value, in: context))
          }
        }
        executor.drain()
      },
      peers: Side("swift-task") { iterations in
        let executor = DrainingExecutor()
        let value = P.sample()
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations {
            var value = value
            for _ in 0..<steps {
              value = await Task(executorPreference: executor) { [value] in pass(value) }.value
            }
            blackHole(value)
          }
        }
        executor.drain()
      }
    )
  }
}
