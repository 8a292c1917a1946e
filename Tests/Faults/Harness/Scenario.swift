import Foundation

/// A kind of fault, which is put on the package a number of times.
struct Scenario: Sendable {
  let name: String
  /// The number of rounds in the short form.
  let short: Int
  /// The number of rounds in the long form.
  let long: Int
  /// What the harness has to find, if this is a test of the harness: it fails without the finding.
  var control: String?
  let run: @Sendable (Trial) async throws -> Void

  static let all =
    kills + [
      killedCrowd, fullDisk, fileSizeLimit, noPermission, jumpingClock, manyRuns, misbehavingServer,
      deadAddress, silentNames, silentNameServer,
    ]
    + controls

  static func named(_ name: String) -> Scenario? {
    (all + client + durable + postgresql).first { $0.name == name }
  }

  /// Runs in this process, and prints what there is to say.
  func runHere(rounds: Int, seed: UInt64, in folder: URL) async {
    let trial = Trial(rounds: rounds, seed: seed, folder: folder)
    do {
      try await run(trial)
    } catch {
      trial.find("the scenario ended with \(error)")
    }
    trial.printCounts()
  }
}
