import DurableWorkflows
import RunsScreen
import ToolSupport

/// Runs, and the number of all runs.
struct RunList {
  let runs: [RunSummary]
  let counts: [DurableRunStatus: Int]

  var json: OutputJSON {
    .object(["runs": .list(runs.map(Self.json)), "counts": Self.json(counts)])
  }

  private static func json(_ run: RunSummary) -> OutputJSON {
    .object([
      "id": OutputJSON(run.id), "workflow": OutputJSON(run.workflow),
      "version": OutputJSON(run.version),
      "status": OutputJSON(StatusName(run.status).rawValue),
      "submitted": OutputJSON(TimeText.exact(run.submitted)),
      "ended": OutputJSON(run.ended.map(TimeText.exact)), "message": OutputJSON(run.message),
    ])
  }

  static func json(_ counts: [DurableRunStatus: Int]) -> OutputJSON {
    .members(
      DurableRunStatus.allCases.map { status in
        OutputJSON.Part(
          name: StatusName(status).rawValue.replacing("-", with: "_"),
          value: OutputJSON(counts[status] ?? 0)
        )
      }
    )
  }

  func text(_ style: TextStyle) -> String {
    let total = counts.values.reduce(0, +)
    let footer = Self.line(counts) + "\n"
    if runs.isEmpty {
      return total == 0
        ? "There are no runs in this store.\n" : "No run matches.\n\n\(style(footer, .dim))"
    }
    return Self.table(runs).rendered(style) + "\n"
      + style("\(runs.count) of \(Self.runs(total)): ", .dim) + style(footer, .dim)
  }

  private static func table(_ runs: [RunSummary]) -> TextTable {
    TextTable(
      ["Run", "Workflow", "Version", "Status", "Submitted (UTC)", "Ended (UTC)", "Message"],
      rows: runs.map { run in
        [
          .init(run.id), .init(run.workflow), .init("\(run.version)"), .init(run.status),
          .init(TimeText.short(run.submitted)), .init(run.ended.map(TimeText.short)),
          .init(firstLine(run.message ?? "", limit: 60)),
        ]
      }
    )
  }

  /// The first line of a message, or as much of it as a table has room for.
  static func firstLine(_ message: String, limit: Int) -> String {
    let line = message.prefix { !$0.isNewline }
    return line.count < message.count || line.count > limit ? line.prefix(limit) + "…" : message
  }

  private static func runs(_ count: Int) -> String { "\(count) \(count == 1 ? "run" : "runs")" }

  /// The number of runs with each status.
  static func line(_ counts: [DurableRunStatus: Int]) -> String {
    let parts = parts(counts).map(\.text)
    return parts.isEmpty ? "no runs" : parts.joined(separator: ", ")
  }

  /// The statuses that runs have, each with the number of runs.
  static func parts(
    _ counts: [DurableRunStatus: Int]
  ) -> [(status: DurableRunStatus, text: String)] {
    DurableRunStatus.allCases.compactMap { status in
      let count = counts[status] ?? 0
      return count > 0 ? (status, "\(count) \(StatusName(status).rawValue)") : nil
    }
  }
}
