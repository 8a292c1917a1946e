#if SQLite
import BenchmarkHarness
import Dispatch
import DurableWorkflows
import DurableWorkflowsTesting
import Synchronization
import Workflows

/// The time in which a function reads what its calls have recorded.
enum Replay {
  private static let waits = 20

  private static func function(steps: Int, waits: Int) -> Workflow<Int, Int> {
    let names = (0..<steps).map { "step \($0)" }
    return Workflow("replay") { value, run in
      for name in names { try await run.step(name) { value } }
      for _ in 0..<waits { try await run.wait(for: .milliseconds(1)) }
      return value
    }
  }

  /// The function is called again after each wait, so waits take longer the more it reads.
  static func measured(steps: Int) -> String {
    let all = time(function(steps: steps, waits: waits))
    let rest = time(function(steps: steps, waits: 0)) + time(function(steps: 0, waits: waits))
    let replay = (all - rest) / waits / .milliseconds(1)
    return "A function reads \(steps) recorded steps in \(fixed(replay, digits: 2)) ms."
  }

  /// Returns the least time of a run in a store in memory.
  private static func time(_ workflow: Workflow<Int, Int>) -> Duration {
    let done = DispatchSemaphore(value: 0)
    let least = Mutex(Duration.seconds(3600))
    Task {
      defer { done.signal() }
      let store = RunStore.inMemory(clock: ContinuousClock())
      let runs = try DurableRuns(store: store, workflows: [workflow.durable()])
      runs.start()
      for number in 0..<5 {
        let time = try await ContinuousClock().measure {
          _ = try await runs.submit(workflow, id: "run-\(number)", input: number).value
        }
        least.withLock { $0 = min($0, time) }
      }
      await runs.stop()
    }
    done.wait()
    return least.withLock { $0 }
  }
}
#endif
