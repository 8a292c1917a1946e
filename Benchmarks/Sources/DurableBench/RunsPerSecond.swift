#if SQLite
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation

/// Runs of ten empty steps, beside a bare loop of the same inserts, and beside DBOS.
struct RunsPerSecond: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs",
    abstract: "Runs of ten steps per second, beside a bare loop, and beside DBOS for Python."
  )

  @Option(help: "A folder on the disk to measure.") var folder: String?
  @Option(help: "Rounds for each side; the median counts.") var rounds = 3
  @Option(help: "Runs at once.") var atOnce = 500
  @Option(help: "The script that runs DBOS.") var dbos: String?

  func run() async throws {
    let folder = try WorkFolder(in: folder)
    print("Runs of ten empty steps with checkpoints, per second.\n")
    var table = [["synchronous", "runs", "ours", "bare loop", "time to bare"]]
    if dbos != nil { table[0] += ["DBOS (WAL)", "ours:DBOS"] }
    var best: (one: Double, many: Double) = (0, 0)
    for durability in [SQLiteRunStore.Options.Durability.full, .normal] {
      let comparison = Comparison(
        durability: durability,
        oneAfterAnother: durability == .full ? 60 : 1000,
        atOnce: atOnce
      )
      let one = try await comparison.oneAfterAnother(rounds: rounds, in: folder)
      let many = try await comparison.atOnce(rounds: rounds, in: folder)
      let peer = try measureDBOS(durability.name, in: folder)
      table.append(row(durability.name, "one after another", one, peer?.oneAfterAnother))
      table.append(row(durability.name, "\(atOnce) at once", many, peer?.atOnce))
      best = (one.ours, many.ours)
      print("\(durability.name): measured")
    }
    print("\n\(aligned(table, leftAligned: [0, 1]))")
    if let peer = try measureDBOS(nil, in: folder) {
      print(
        """

        DBOS as it comes (journal \(peer.journal), synchronous \(peer.synchronous)): \
        \(fixed(peer.oneAfterAnother, digits: 1)) one after another, \
        \(fixed(peer.atOnce, digits: 1)) at once.
        Ours with synchronous NORMAL to that: \
        \(fixed(best.one / peer.oneAfterAnother, digits: 1)) and \
        \(fixed(best.many / peer.atOnce, digits: 1)) times as many.
        """
      )
    }
  }

  private func measureDBOS(_ synchronous: String?, in folder: WorkFolder) throws -> DBOSRuns? {
    guard let dbos else { return nil }
    try folder.clear()
    return try DBOSRuns.measure(
      dbos,
      in: folder.url,
      oneAfterAnother: synchronous == "NORMAL" ? 200 : 30,
      atOnce: atOnce,
      synchronous: synchronous
    )
  }

  private func row(
    _ synchronous: String,
    _ runs: String,
    _ pair: Comparison.Rates,
    _ peer: Double?
  ) -> [String] {
    var row = [
      synchronous, runs, fixed(pair.ours, digits: 0), fixed(pair.bare, digits: 0),
      fixed(pair.ratio, digits: 2),
    ]
    if dbos != nil {
      row += [fixed(peer, digits: 1), fixed(peer.map { pair.ours / $0 }, digits: 1)]
    }
    return row
  }
}

/// Our runs and the bare loop, alternately.
struct Comparison {
  /// Runs per second; the ratio is the median of those of the rounds.
  struct Rates {
    let ours: Double
    let bare: Double
    /// How many runs the bare loop does for one of ours.
    let ratio: Double
  }

  let durability: SQLiteRunStore.Options.Durability
  let oneAfterAnother: Int
  let atOnce: Int

  func oneAfterAnother(rounds: Int, in folder: WorkFolder) async throws -> Rates {
    try await rates(
      rounds,
      oneAfterAnother,
      in: folder,
      ours: TenSteps.runOneAfterAnother,
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
      try await ours(runs, 0, 10)
      try bare(loop, 0, 10)
      let ourTime = try await clock.measure { try await ours(runs, 10, count) }
      let bareTime = try clock.measure { try bare(loop, 10, count) }
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
