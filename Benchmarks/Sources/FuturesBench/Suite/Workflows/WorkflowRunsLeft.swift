import BenchmarkHarness
import Dispatch
import Workflows

extension FootprintBenchmark {
  /// `workflow-runs-left`: what runs of five steps leave in memory when they have ended, 10,000 at
  /// once.
  ///
  /// Nothing is kept, so this is next to nothing, or a leak: the memory is back where it was.
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

/// Does something once, for whatever is only made the first time, and returns what does it again.
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
