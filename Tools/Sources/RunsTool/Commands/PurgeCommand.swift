import ArgumentParser
import DurableWorkflows
import RunsScreen
import ToolSupport

/// Removes runs that have ended.
struct PurgeCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Removes runs that ended long ago, with all that is known of them.",
    discussion: """
      Runs that have not ended, and those that were set aside, stay. A submission with the \
      identifier of a run that was removed is a new run.

      EXAMPLES
        tenon-runs purge --older-than 30d --dry-run
        tenon-runs purge --older-than 30d
      """
  )

  @OptionGroup var options: StoreOptions

  @Option(
    help: ArgumentHelp("The time since the end of a run, such as 12h or 30d.", valueName: "time"),
    transform: TimeSpan.parse
  )
  var olderThan: Duration

  @Flag(help: "Only say how many runs would be removed.")
  var dryRun = false

  @Flag(help: "Print JSON for programs.")
  var json = false

  /// The number of runs that one transaction removes.
  private static let batch = 1000

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let count = dryRun ? try await count(opened) : try await remove(opened)
    if json {
      let object: OutputJSON = .object([
        "removed": OutputJSON(dryRun ? 0 : count), "matching": OutputJSON(count),
      ])
      try console.write(object.rendered())
    } else {
      let verb = dryRun ? "would be removed" : count == 1 ? "was removed" : "were removed"
      try console.write("\(count) \(count == 1 ? "run" : "runs") \(verb).\n")
    }
    return 0
  }

  private func remove(_ opened: OpenedStore) async throws(ToolError) -> Int {
    var count = 0
    while true {
      let removed = try await opened.ask {
        try await $0.runs.removeEnded(olderThan: olderThan, limit: Self.batch)
      }
      count += removed
      if removed < Self.batch { return count }
    }
  }

  private func count(_ opened: OpenedStore) async throws(ToolError) -> Int {
    try await opened.ask { opened in
      let limit = try await opened.runs.now - Int(olderThan.components.seconds) * 1000
      let query = RunQuery(statuses: [.succeeded, .failed, .cancelled])
      var count = 0
      try await opened.runs.forEach(query) { run in
        if let ended = run.ended, ended <= limit { count += 1 }
      }
      return count
    }
  }
}
