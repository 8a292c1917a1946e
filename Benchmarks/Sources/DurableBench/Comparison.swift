#if SQLite
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsSQLite

/// Our runs and the bare loop in alternation.
struct Comparison {
  /// The runs before those that are measured, after which the log no longer grows.
  private static let warmUp = 150

  /// The runs per second and the ratio of our time to the loop's, as medians of the rounds.
  struct Rates {
    let ours: Double
    let bare: Double
    let ratio: Double
  }

  let durability: SQLiteRunStoreOptions.Durability
  let oneAfterAnother: Int
  let atOnce: Int

  func oneAfterAnother(rounds: Int, in folder: WorkFolder) async throws -> Rates {
    try await rates(
      rounds,
      oneAfterAnother,
      in: folder,
      ours: { try await TenSteps.runOneAfterAnother($0, from: $1, count: $2) },
      bare: { try $0.runOneAfterAnother(from: $1, count: $2) }
    )
  }

  func atOnce(rounds: Int, in folder: WorkFolder) async throws -> Rates {
    try await rates(
      rounds,
      atOnce,
      in: folder,
      ours: TenSteps.runAtOnce,
      bare: { try $0.runAtOnce(from: $1, count: $2) }
    )
  }

  private func rates(
    _ rounds: Int,
    _ count: Int,
    in folder: WorkFolder,
    ours: (DurableRuns, _ first: Int, _ count: Int) async throws -> Void,
    bare: (BareLoop, _ first: Int, _ count: Int) throws -> Void
  ) async throws -> Rates {
    let clock = ContinuousClock()
    var times: [(ours: Double, bare: Double)] = []
    for _ in 0..<rounds {
      try folder.clear()
      let runs = try DurableRuns(
        store: try await folder.store(durability),
        workflows: [TenSteps.checkpointed.durable()],
        options: DurableRunsOptions(maxConcurrentRuns: max(64, atOnce))
      )
      runs.start()
      let loop = BareLoop(database: try await folder.database(durability))
      try await ours(runs, 0, Self.warmUp)
      try bare(loop, 0, Self.warmUp)
      let ourTime = try await clock.measure { try await ours(runs, Self.warmUp, count) }
      let bareTime = try clock.measure { try bare(loop, Self.warmUp, count) }
      await runs.stop()
      times.append((ourTime / .seconds(1), bareTime / .seconds(1)))
    }
    let count = Double(count)
    return Rates(
      ours: quantile(0.5, of: times.map { count / $0.ours }),
      bare: quantile(0.5, of: times.map { count / $0.bare }),
      ratio: quantile(0.5, of: times.map { $0.ours / $0.bare })
    )
  }
}
#endif
