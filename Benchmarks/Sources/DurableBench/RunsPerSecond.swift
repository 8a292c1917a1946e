#if SQLite
import ArgumentParser
import BenchmarkHarness
import DurableWorkflowsSQLite
import Foundation

/// Runs of ten empty steps, compared with a bare loop of the same inserts.
struct RunsPerSecond: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs",
    abstract: "Runs of ten steps per second, beside a bare loop."
  )

  @Option(help: "A folder on the disk to measure.") var folder: String?
  @Option(help: "Rounds; each has all sides once, and the median counts.") var rounds = 5
  @Option(help: "Runs at once.") var atOnce = 500

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
    let header = ["synchronous", "runs", "ours", "bare loop", "time to bare", ""]
    let rows = [
      row("FULL", "one after another", rounds.map(\.full.one)),
      row("FULL", "\(atOnce) at once", rounds.map(\.full.many)),
      row("NORMAL", "one after another", rounds.map(\.normal.one)),
      row("NORMAL", "\(atOnce) at once", rounds.map(\.normal.many)),
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

    var description: String { "a page is on the disk after \(fixed(sync, digits: 0)) us" }
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
      )
    )
  }

  private func row(
    _ synchronous: String,
    _ runs: String,
    _ rounds: [Comparison.Rates]
  ) -> [String] {
    func median(_ value: (Comparison.Rates) -> Double) -> Double {
      quantile(0.5, of: rounds.map(value))
    }
    let toBare = median(\.ratio)
    return [
      synchronous, runs, fixed(median(\.ours), digits: 0), fixed(median(\.bare), digits: 0),
      fixed(toBare, digits: 2), toBare <= 1.5 ? "met" : "MISSED",
    ]
  }
}

/// Reports the progress of a long measurement separately from its result.
func progress(_ message: String) {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
}
#endif
