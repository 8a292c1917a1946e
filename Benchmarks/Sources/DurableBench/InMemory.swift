#if SQLite
import ArgumentParser
import BenchmarkHarness
import Dispatch
import DurableWorkflows
import DurableWorkflowsTesting
import Workflows

/// Measures the cost of a checkpoint without a file, compared with steps without checkpoints.
struct InMemory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "What a checkpoint costs in memory, with a store and without."
  )

  @Option(help: "Rounds for each side.") var rounds = 201

  func run() throws {
    let benchmarks: [Benchmark] = [.withoutStore(), .withStore(), .functions(), .coding()]
    let measurements = try benchmarks.map { try Runner(rounds: rounds).measure($0) }
    print("Per step of a run of ten steps.\n")
    print(Report(rounds: rounds, measurements: measurements).table)
    print("\n\(Replay.measured(steps: 1000))")
  }
}

extension Benchmark {
  /// `checkpoint-without-store`: a run that no store keeps.
  fileprivate static func withoutStore() -> Benchmark {
    Benchmark(
      "checkpoint-without-store",
      unit: "step",
      operations: TenSteps.count,
      counts: .steady,
      ours: .runs("with checkpoints") { try await TenSteps.checkpointed.start($0).value },
      peers: .runs("without checkpoints") { try await TenSteps.plain.start($0).value }
    )
  }

  /// `checkpoint-with-store`: a durable run in a store in memory, from submission to value.
  fileprivate static func withStore() -> Benchmark {
    Benchmark(
      "checkpoint-with-store",
      unit: "step",
      operations: TenSteps.count,
      counts: .steady,
      ours: .durableRuns("a store in memory", of: TenSteps.checkpointed),
      peers: .runs("without a store") { try await TenSteps.checkpointed.start($0).value },
      .durableRuns("a store, one checkpoint for all", of: TenSteps.plain.checkpoint())
    )
  }

  /// `function-with-store`: the steps as calls of a function, beside the same chain.
  fileprivate static func functions() -> Benchmark {
    Benchmark(
      "function-with-store",
      unit: "step",
      operations: TenSteps.count,
      counts: .steady,
      ours: .durableRuns("a function", of: TenSteps.function),
      peers: .durableRuns("a chain", of: TenSteps.checkpointed)
    )
  }

  /// `json`: the part of that cost that encoding the output of a step takes.
  fileprivate static func coding() -> Benchmark {
    let side = { (name: String, steps: Int) in
      Side(name) { iterations in
        for _ in 0..<iterations {
          for _ in 0..<steps {
            if let data = try? JSONRunCodec().encode(opaque(1)) { blackHole(data) }
          }
        }
      }
    }
    return Benchmark(
      "encode-as-json",
      unit: "output",
      operations: 1,
      ours: side("encode", 1),
      peers: side("encode", 1)
    )
  }
}

extension Side {
  /// Starts one run after the other in a task; the calling thread waits for it.
  fileprivate static func runs(
    _ name: String,
    _ run: @escaping @Sendable (Int) async throws -> Int
  ) -> Side {
    Side(name) { iterations in
      let done = DispatchSemaphore(value: 0)
      Task {
        for number in 0..<iterations { _ = try await run(number) }
        done.signal()
      }
      done.wait()
      noteBlackHole(iterations)
    }
  }

  fileprivate static func durableRuns(_ name: String, of workflow: Workflow<Int, Int>) -> Side {
    let store = RunStore.inMemory(clock: ContinuousClock())
    let runs = try? DurableRuns(store: store, workflows: [workflow.durable()])
    runs?.start()
    return .runs(name) { number in
      guard let runs else { return 0 }
      let value = try await runs.submit(workflow, id: "run", input: number).value
      // Otherwise the growth of the store would be measured, too.
      _ = try await runs.removeEnded(olderThan: .seconds(-1), limit: 1)
      return value
    }
  }
}
#endif
