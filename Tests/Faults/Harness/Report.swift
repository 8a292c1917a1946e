import Foundation
import Futures

/// The table of all scenarios.
struct Report {
  private let options: FaultOptions

  init(_ options: FaultOptions) { self.options = options }

  /// Runs the scenarios, prints a row for each, and ends the process with 1 if one fails.
  ///
  /// Several run at a time, because most of them wait most of the time.
  func print() {
    let scenarios = options.scenarios
    let done = Locked<[Int: Row]>([:])
    DispatchQueue.concurrentPerform(iterations: scenarios.count) { index in
      let row = row(scenarios[index])
      done.withLock { $0[index] = row }
      say(row.text)
    }
    let rows = done.withLock { Array($0.values) }
    let failed = rows.count { $0.isFailure }
    let rounds = rows.reduce(0) { $0 + $1.rounds }
    say(
      "faults: seed \(options.seed), \(rounds) rounds in \(rows.count) scenarios, "
        + "\(failed) failed"
    )
    if failed > 0 { exit(1) }
  }

  private func row(_ scenario: Scenario) -> Row {
    do {
      return try run(scenario)
    } catch {
      let text = "FAILED \(scenario.name) could not be run: \(error)"
      return Row(rounds: 0, isFailure: true, text: text)
    }
  }

  /// Where a scenario crashed, which may not happen again.
  private static let backtrace =
    "enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none,limit=40"

  private struct Row {
    let rounds: Int
    let isFailure: Bool
    let text: String
  }

  private func run(_ scenario: Scenario) throws -> Row {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("faults-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rounds = options.isLong ? scenario.long : scenario.short
    let start = ContinuousClock.now
    let child = try ChildProcess(
      ["scenario", scenario.name, "\(rounds)", "\(options.seed)", folder.path],
      environment: ["SWIFT_BACKTRACE": Self.backtrace]
    )
    let (output, problem) = child.finish()
    let lines = output.split(separator: "\n")
    let values = { (word: String) in
      lines.filter { $0.hasPrefix(word) }.map { String($0.dropFirst(word.count)) }
    }
    var findings = values("finding: ")
    if let problem { findings.append("the process ended with \(problem): \(output.suffix(4000))") }
    if problem == nil, !lines.contains("end") { findings.append("the scenario did not end") }
    let noticed = scenario.control.map { word in findings.first { $0.contains(word) } }
    let isFailure = noticed.map { $0 == nil } ?? !findings.isEmpty
    let seconds = Double((ContinuousClock.now - start) / .milliseconds(100)).rounded() / 10
    var text = "\(isFailure ? "FAILED" : "ok    ") "
    text += scenario.name.padding(toLength: 18, withPad: " ", startingAt: 0)
    text += String(format: "%7d rounds %6.1f s  ", rounds, seconds)
    let counts = scenario.control == nil ? values("count: ") : []
    text += (counts + values("note: ")).joined(separator: ", ")
    for change in values("remained: ") where scenario.control == nil {
      text += "\n         left behind: \(change)"
    }
    if let noticed {
      text += noticed.map { "noticed: \($0)" } ?? "the harness did not notice"
    } else {
      for finding in findings.prefix(10) { text += "\n         finding: \(finding)" }
      if findings.count > 10 { text += "\n         and \(findings.count - 10) findings more" }
    }
    return Row(rounds: rounds, isFailure: isFailure, text: text)
  }
}
