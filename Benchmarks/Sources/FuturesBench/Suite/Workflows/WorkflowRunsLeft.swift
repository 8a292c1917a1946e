import BenchmarkHarness
import Dispatch
import Workflows

extension FootprintBenchmark {
  /// `workflow-runs-left`: the memory that remains allocated after 10,000 concurrent runs of five
  /// steps.
  ///
  /// Nothing is kept, so anything more than almost nothing is a leak.
  static func workflowRunsLeft() -> FootprintBenchmark {
    let steps = 5
    let workflow = Workflow<Int, Int>.ofPassing(steps)
    return FootprintBenchmark(
      "workflow-runs-left",
      unit: "run",
      bar: 1,
      ours: (
        "tenon",
        { count in
          repeated {
            let runs = (0..<count).map { workflow.start($0) }
            for run in runs { await run.stopped() }
          }
        }
      ),
      peer: (
        "swift-task",
        { count in
          repeated {
            let tasks = (0..<count).map { _ in Task { await passThroughTasks(steps) as Int } }
            for task in tasks { _ = await task.value }
          }
        }
      )
    )
  }
}

/// Does something once, to create what is created only the first time, and returns a closure that
/// repeats it.
private func repeated(_ work: @escaping @Sendable () async -> Void) -> () -> Void {
  @Sendable func wait() {
    let done = DispatchSemaphore(value: 0)
    Task {
      await work()
      done.signal()
    }
    done.wait()
  }
  wait()
  return wait
}
