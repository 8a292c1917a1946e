#if Observability
import BenchmarkHarness
import Dispatch
import FuturesObservability
import Tracing
import Workflows

extension Benchmark {
  /// `measured-run`: a run of ten steps that do nothing, from its start to its value.
  static func measuredRun() -> Benchmark {
    .running("measured-run") { workflow in workflow.start(1).measured() }
  }

  /// `traced-run`: the same, with the tracer of the program.
  static func tracedRun() -> Benchmark {
    .running("traced-run") { workflow in
      workflow.start(1, tracedBy: InstrumentationSystem.tracer)
    }
  }

  private static func running(
    _ name: String,
    _ start: @escaping @Sendable (Workflow<Int, Int>) -> WorkflowRun<Int>
  ) -> Benchmark {
    let steps = 10
    let workflow = (0..<steps).reduce(Workflow<Int, Int>.empty(named: "passing")) { workflow, _ in
      workflow.then(Perform("pass") { $0 })
    }
    return Benchmark(
      name,
      unit: "run",
      operations: 1,
      counts: .steady,
      ours: .runs("observed", of: workflow, start),
      peers: .runs("plain", of: workflow) { $0.start(1) }
    )
  }
}

extension Side {
  /// Starts one run after the other in a task; the calling thread waits for it.
  fileprivate static func runs(
    _ name: String,
    of workflow: Workflow<Int, Int>,
    _ start: @escaping @Sendable (Workflow<Int, Int>) -> WorkflowRun<Int>
  ) -> Side {
    Side(name) { iterations in
      let done = DispatchSemaphore(value: 0)
      Task {
        for _ in 0..<iterations { _ = try await start(workflow).value }
        done.signal()
      }
      done.wait()
      noteBlackHole(iterations)
    }
  }
}
#endif
