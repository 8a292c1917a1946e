import DurableWorkflows
import RunsScreen
import ToolSupport

/// The runs that have not ended, and the number of all runs.
struct Overview {
  private let now: StoreTime
  private let active: [RunSummary]
  private let counts: [DurableRunStatus: Int]

  /// The number of runs that a terminal shows.
  private static let limit = 20

  init(_ runs: DurableRuns) async throws {
    now = try await runs.now
    counts = try await runs.counts()
    active = try await runs.list(
      RunQuery(statuses: [.running, .queued, .waiting, .setAside], limit: Self.limit)
    )
  }

  /// The overview on one line, without a time, so that the line changes only with the runs.
  var line: String { RunList.line(counts) + "\n" }

  var json: OutputJSON { .object(["counts": RunList.json(counts)]) }

  func screen(_ style: TextStyle) -> String {
    let heading = style("\(TimeText.short(now)) UTC", .bold) + "  " + line + "\n"
    if active.isEmpty { return heading + "All runs have ended.\n" }
    let total = [.running, .queued, .waiting, .setAside].reduce(0) { $0 + (counts[$1] ?? 0) }
    let rest = total - active.count
    return heading + RunList.table(active).rendered(style)
      + (rest > 0 ? style("and \(rest) more\n", .dim) : "")
  }
}
