import BenchmarkHarness
import Workflows

extension Benchmark {
  /// `workflow-step`: a step that does nothing, in a workflow of a hundred of them with the trace on, beside a
  /// task that does nothing and the wait for it.
  ///
  /// Isolates what a step costs beside its work: its context, its span in the trace, its part of the progress.
  /// Everything runs on the calling thread, also the tasks, which makes them as cheap as they can be.
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

  /// `workflow-run`: a run of five steps that do nothing, from its start to its value, beside five tasks that do
  /// nothing, one after the other.
  ///
  /// Isolates what a run costs as a whole: its task, its state, its future. All tasks run on the default
  /// executor, as a client's do.
  static func workflowRun<P: Payload>(of payload: P.Type) -> Benchmark {
    let steps = 5
    let workflow = Workflow<P, P>.ofPassing(steps)
    return Benchmark(
      "workflow-run" + P.suffix,
      unit: "step",
      operations: steps,
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
          for _ in 0..<iterations {
            var value = P.sample()
            for _ in 0..<steps { value = await Task { [value] in pass(value) }.value }
            blackHole(value)
          }
          return iterations
        }
      )
    )
  }
}

/// A step that gives what it gets.
private struct Pass<Value: Payload>: Step {
  var name: String { "pass" }

  nonisolated(nonsending) func run(_ input: Value, in context: StepContext) async throws -> Value {
    pass(input)
  }
}

extension Workflow where Input: Payload, Input == Output {
  fileprivate static func ofPassing(_ count: Int) -> Workflow {
    (0..<count).reduce(Workflow(named: "passing")) { workflow, _ in
      workflow.appending(Pass<Input>())
    }
  }
}

/// Work that the compiler knows nothing about, and that does nothing.
@inline(never)
private func pass<P: Payload>(_ value: P) -> P { opaque(value) }
