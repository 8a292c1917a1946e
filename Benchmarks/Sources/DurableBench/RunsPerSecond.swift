#if SQLite
import ArgumentParser
import BenchmarkHarness
import DurableWorkflowsSQLite
import Foundation

/// Runs of ten empty steps, compared with a bare loop of the same inserts, and with DBOS.
struct RunsPerSecond: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs",
    abstract: "Runs of ten steps per second, beside a bare loop, and beside DBOS for Python."
  )

  @Option(help: "A folder on the disk to measure.") var folder: String?
  @Option(help: "Rounds; each has all sides once, and the median counts.") var rounds = 5
  @Option(help: "Runs at once.") var atOnce = 500
  @Option(help: "The script that runs DBOS.") var dbos: String?

  func run() async throws {
    let folder = try WorkFolder(in: folder)
    var rounds: [Round] = []
    for _ in 0..<self.rounds {
      let round = try await measure(in: folder)
      progress(round.description)
      rounds.append(round)
    }
    print(
      "Runs of ten empty steps with checkpoints, per second; medians of \(rounds.count) rounds."
    )
    let header =
      ["synchronous", "runs", "ours", "bare loop", "time to bare", ""]
      + (dbos == nil ? [] : ["DBOS", "ours to it", "DBOS with WAL", "ours to it"])
    let rows = [
      row(
        "FULL",
        "one after another",
        rounds.map { ($0.full.one, $0.dbos?.one, $0.dbosFull?.one) }
      ),
      row(
        "FULL",
        "\(atOnce) at once",
        rounds.map { ($0.full.many, $0.dbos?.many, $0.dbosFull?.many) }
      ),
      row(
        "NORMAL",
        "one after another",
        rounds.map { ($0.normal.one, $0.dbos?.one, $0.dbosNormal?.one) }
      ),
      row(
        "NORMAL",
        "\(atOnce) at once",
        rounds.map { ($0.normal.many, $0.dbos?.many, $0.dbosNormal?.many) }
      ),
    ]
    print("\n\(aligned([header] + rows, leftAligned: [0, 1, 5]))\n")
    print("Bar: with FULL, one after another, at most 1.5 times as long as the bare loop.")
  }

  /// The runs per second of the sides in one round.
  private struct Round: CustomStringConvertible {
    /// The time in which the disk stores one page durably.
    let sync: Double
    let full: (one: Comparison.Rates, many: Comparison.Rates)
    let normal: (one: Comparison.Rates, many: Comparison.Rates)
    let dbos: DBOSRuns?
    let dbosFull: DBOSRuns?
    let dbosNormal: DBOSRuns?

    var description: String {
      let peers = [dbos, dbosFull, dbosNormal].compactMap(\.self).map(\.description)
      return (["a page is on the disk after \(fixed(sync, digits: 0)) us"] + peers)
        .joined(separator: "; ")
    }
  }

  private func measure(in folder: WorkFolder) async throws -> Round {
    let sync = try folder.syncMicroseconds()
    let full = Comparison(durability: .full, oneAfterAnother: 300, atOnce: atOnce)
    let normal = Comparison(durability: .normal, oneAfterAnother: 1000, atOnce: atOnce)
    return Round(
      sync: sync,
      full: (
        try await full.oneAfterAnother(rounds: 1, in: folder),
        try await full.atOnce(rounds: 1, in: folder)
      ),
      normal: (
        try await normal.oneAfterAnother(rounds: 1, in: folder),
        try await normal.atOnce(rounds: 1, in: folder)
      ),
      dbos: try measureDBOS(nil, in: folder),
      dbosFull: try measureDBOS("FULL", in: folder),
      dbosNormal: try measureDBOS("NORMAL", in: folder)
    )
  }

  private func measureDBOS(_ synchronous: String?, in folder: WorkFolder) throws -> DBOSRuns? {
    guard let dbos else { return nil }
    try folder.clear()
    return try DBOSRuns.measure(
      dbos,
      in: folder.url,
      oneAfterAnother: 50,
      atOnce: atOnce,
      synchronous: synchronous
    )
  }

  private func row(
    _ synchronous: String,
    _ runs: String,
    _ rounds: [(ours: Comparison.Rates, dbos: Double?, dbosWithLog: Double?)]
  ) -> [String] {
    func median(_ values: [Double?]) -> Double? {
      let values = values.compactMap(\.self)
      return values.isEmpty ? nil : quantile(0.5, of: values)
    }
    let toBare = median(rounds.map(\.ours.ratio))
    var row = [
      synchronous, runs, fixed(median(rounds.map(\.ours.ours)), digits: 0),
      fixed(median(rounds.map(\.ours.bare)), digits: 0), fixed(toBare, digits: 2),
      verdict(toBare.map { $0 <= 1.5 }),
    ]
    if dbos != nil {
      let toDBOS = median(rounds.map { round in round.dbos.map { round.ours.ours / $0 } })
      row += [
        fixed(median(rounds.map(\.dbos)), digits: 1), fixed(toDBOS, digits: 1),
        fixed(median(rounds.map(\.dbosWithLog)), digits: 1),
        fixed(
          median(rounds.map { round in round.dbosWithLog.map { round.ours.ours / $0 } }),
          digits: 1
        ),
      ]
    }
    return row
  }

  private func verdict(_ isMet: Bool?) -> String { isMet.map { $0 ? "met" : "MISSED" } ?? "" }
}

/// Reports the progress of a long measurement separately from its result.
func progress(_ message: String) {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
}
#endif
