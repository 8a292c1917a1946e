import AppLinks
import ArgumentParser
import ToolSupport

/// The options for the speed of an audit.
struct AuditPace: ParsableArguments {
  @Option(help: ArgumentHelp("The number of pages to read at the same time.", valueName: "count"))
  var jobs = 8

  @Option(
    help: ArgumentHelp("The number of pages of one host at the same time.", valueName: "count")
  )
  var perHost = 4

  @Option(
    help: ArgumentHelp(
      "The time between two requests to one host. A longer one of robots.txt counts.",
      valueName: "seconds"
    )
  )
  var delay = 0.0

  @Flag(help: "Ignore robots.txt, such as for a site of your own.")
  var noRobots = false

  @Option(help: ArgumentHelp("The number of pages to audit at most.", valueName: "count"))
  var maxPages = 100_000

  func validate() throws {
    for (name, count) in [("jobs", jobs), ("per-host", perHost)] where !(1...256).contains(count) {
      throw ValidationError("'--\(name)' is \(count). Specify 1 to 256.")
    }
    guard (0...3600).contains(delay) else {
      throw ValidationError("'--delay' is \(delay). Specify 0 to 3600 seconds.")
    }
    guard (1...10_000_000).contains(maxPages) else {
      throw ValidationError("'--max-pages' is \(maxPages). Specify 1 to 10000000.")
    }
  }
}

/// The options for which findings an audit reports.
struct AuditChoice: ParsableArguments {
  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Option(help: ArgumentHelp("Leave out findings with these codes.", valueName: "code,…"))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      "Leave out findings of an earlier audit, from its JSON.",
      valueName: "file"
    ),
    completion: .file()
  )
  var baseline: String?

  @Option(
    name: .customLong("assert"),
    help: ArgumentHelp("A file with statements about pages that have to hold.", valueName: "file"),
    completion: .file()
  )
  var assertionFile: String?

  private var ignoredCodes: [String] {
    ignore.flatMap { $0.split(separator: ",") }.map { String($0.filter { $0 != " " }) }
  }

  func validate() throws {
    let known = Set(LintCodes.all.map(\.code.rawValue))
    if let code = ignoredCodes.first(where: { !known.contains($0) }) {
      throw ValidationError(
        "'\(code)' is not a code. 'applinks lint --explain all' lists all codes."
      )
    }
  }

  func filter(on console: Console) throws(ToolError) -> AuditFilter {
    var known: Set<AuditFilter.Fingerprint> = []
    if let baseline {
      known = try AuditFilter.baseline(LocalFile.bytes(at: baseline, on: console), baseline)
    }
    return AuditFilter(ignored: Set(ignoredCodes), known: known)
  }

  func assertions(on console: Console) throws(ToolError) -> AuditAssertions {
    guard let assertionFile else { return AuditAssertions() }
    return try AuditAssertions(LocalFile.bytes(at: assertionFile, on: console), assertionFile)
  }
}
