import Foundation

#if os(macOS) || os(Linux)
/// Loads many answers in processes that may end, and judges how they end.
struct Campaign {
  let seed: UInt64
  let count: Int

  /// How many answers one process loads at most.
  private static let batch = 500

  func run() throws {
    var findings: [String] = []
    var traps: [String: Int] = [:]
    var outcomes: [String: Int] = [:]
    var next = 0
    while next < count {
      let end = min(count, next + Self.batch)
      let child = try Child("load", "\(seed)", "\(next)", "\(end)")
      let last = child.values(of: "at ").last.flatMap { Int($0) } ?? next
      findings += child.values(of: "finding: ").map { "\($0), somewhere up to \(shown(last))" }
      for outcome in child.values(of: "ended: ").flatMap({ $0.split(separator: " ") }) {
        outcomes[String(outcome), default: 0] += 1
      }
      next = end
      if child.isSuccess { continue }
      next = last + 1
      if let trap = FoundationTrap.named(
        answer: HTTPAnswer(seed: seed, number: last).bytes,
        output: child.output
      ) {
        traps[trap, default: 0] += 1
      } else {
        findings.append(
          "the process ended with \(child.ending) (\(child.lastWords(after: last))) at \(shown(last))"
        )
      }
    }
    findings += try missingTraps()
    for finding in findings { print("error: \(finding)") }
    let words = { (counts: [String: Int]) in
      counts.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
    }
    print("outcomes: \(words(outcomes))")
    print(
      "http: \(count) answers of seed \(seed), \(findings.count) findings; "
        + "traps of Foundation: \(words(traps))"
    )
    if !findings.isEmpty { exit(1) }
  }

  /// Looks whether Foundation still traps where it did.
  private func missingTraps() throws -> [String] {
    #if canImport(FoundationNetworking)
    try FoundationTrap.all.compactMap { trap in
      let child = try Child("trap", trap.name)
      let message = trap.message
      let isThere = !child.isSuccess && (message.map { child.output.contains($0) } ?? true)
      return isThere
        ? nil
        : "Foundation traps no more, or in another way, where it did in \(trap.function): take "
          + "'\(trap.name)' from the list and the documentation (\(child.output.suffix(300)))"
    }
    #else
    []
    #endif
  }

  private func shown(_ number: Int) -> String {
    let answer = String(
      decoding: HTTPAnswer(seed: seed, number: number).bytes.prefix(400),
      as: UTF8.self
    )
    return
      "'scripts/http-fuzz.sh load \(seed) \(number) \(number + 1)', which is \(answer.debugDescription)"
  }
}

/// Another process of this program, once it has ended.
private struct Child {
  let output: String
  /// How the process ended, with the number of the signal or the exit code.
  let ending: String

  var isSuccess: Bool { ending == "exit code 0" }

  init(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    // A trap that is looked into takes seconds; with this variable set, its backtrace is printed.
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
      .merging(ProcessInfo.processInfo.environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let reason = process.terminationReason == .exit ? "exit code" : "signal"
    ending = "\(reason) \(process.terminationStatus)"
  }

  /// What the process has printed since it began an answer.
  func lastWords(after number: Int) -> Substring {
    let begin = output.range(of: "at \(number)\n", options: .backwards)?.upperBound
    return output[(begin ?? output.startIndex)...].prefix(20_000)
  }

  /// What stands behind a word at the beginning of a line, for each such line.
  func values(of word: String) -> [String] {
    output.split(separator: "\n").filter { $0.hasPrefix(word) }.map {
      String($0.dropFirst(word.count))
    }
  }
}
#endif
