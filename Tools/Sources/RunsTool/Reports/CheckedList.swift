import DurableWorkflows
import RunsScreen
import ToolSupport

/// What becomes of runs.
struct CheckedList {
  let runs: [CheckedRuns]

  var setsAside: Bool { runs.contains { $0.outcome == .setAside } }

  var json: OutputJSON {
    .object([
      "sets_aside": OutputJSON(setsAside),
      "runs": .list(
        runs.map { one in
          .object([
            "outcome": OutputJSON(Self.name(one.outcome)), "workflow": OutputJSON(one.workflow),
            "version": OutputJSON(one.version), "count": OutputJSON(one.count),
            "ids": .list(one.runs.map { OutputJSON($0) }), "message": OutputJSON(one.message),
          ])
        }
      ),
    ])
  }

  func text(_ style: TextStyle) -> String {
    if runs.isEmpty { return "No run is left to compare.\n" }
    let table = TextTable(
      ["Runs", "Outcome", "Workflow", "Version", "Such as"],
      rows: runs.map { one in
        [
          .init("\(one.count)"), .init(Self.name(one.outcome)), .init(one.workflow),
          .init("\(one.version)"),
          .init(one.runs.joined(separator: ", ") + (one.runs.count < one.count ? ", …" : "")),
        ]
      }
    )
    let messages = runs.compactMap { one in
      one.message.map { message in
        "\n" + "'\(one.workflow)', \(Self.name(one.outcome)): \(message)".printable + "\n"
      }
    }
    return table.rendered(style) + messages.joined()
  }

  private static func name(_ outcome: CheckedRuns.Outcome) -> String {
    switch outcome {
    case .setAside: StatusName(.setAside).rawValue
    case .unknown: "unknown"
    case .notRegistered: "not-registered"
    case .notInQueues: "not-in-queues"
    case .skipsSteps: "skips-steps"
    case .continues: "continues"
    }
  }
}
