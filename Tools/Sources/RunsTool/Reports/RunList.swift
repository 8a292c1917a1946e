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

  static func table(_ runs: [RunSummary]) -> TextTable {
    TextTable(
      ["Run", "Workflow", "Version", "Status", "Submitted (UTC)", "Ended (UTC)", "Message"],
      rows: runs.map { run in
        [
          .init(run.id), .init(run.workflow), .init("\(run.version)"), .init(run.status),
          .init(TimeText.short(run.submitted)), .init(run.ended.map(TimeText.short)),
          .init(clipped(run.message ?? "")),
        ]
      }
    )
  }

  /// The message on one line, short enough for a table.
  private static func clipped(_ message: String) -> String {
    let line = message.prefix { !$0.isNewline }
    return line.count < message.count || line.count > 60 ? line.prefix(60) + "…" : message
  }

  static func runs(_ count: Int) -> String { "\(count) \(count == 1 ? "run" : "runs")" }

  /// The number of runs with each status.
  static func line(_ counts: [DurableRunStatus: Int]) -> String {
    let parts = DurableRunStatus.allCases.compactMap { status in
      counts[status].flatMap { $0 > 0 ? "\($0) \(StatusName(status).rawValue)" : nil }
    }
    return parts.isEmpty ? "no runs" : parts.joined(separator: ", ")
  }
}
