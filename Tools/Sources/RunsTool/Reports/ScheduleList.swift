import DurableWorkflows
import JSONValues
import RunsScreen
import ToolSupport

/// Schedules, and when each is due.
struct ScheduleList {
  let schedules: [ScheduleSummary]

  var json: OutputJSON {
    .object([
      "schedules": .list(
        schedules.map { schedule in
          .object([
            "name": OutputJSON(schedule.name), "workflow": OutputJSON(schedule.workflow),
            "version": OutputJSON(schedule.version),
            "times": OutputJSON(schedule.schedule.map(RunWords.times)),
            "missed": OutputJSON(schedule.schedule?.missed.rawValue),
            "next": OutputJSON(schedule.next.map(TimeText.exact)),
            "is_paused": .value(.bool(schedule.isPaused)),
          ])
        }
      )
    ])
  }

  func text(_ style: TextStyle) -> String {
    if schedules.isEmpty { return "There are no schedules in this store.\n" }
    return TextTable(
      ["Schedule", "Workflow", "Version", "Times", "Missed times", "Next (UTC)"],
      rows: schedules.map { schedule in
        [
          .init(schedule.name), .init(schedule.workflow), .init("\(schedule.version)"),
          .init(schedule.schedule.map(RunWords.times)),
          .init((schedule.schedule?.missed).map(RunWords.missed)),
          .init(schedule.isPaused ? "paused" : schedule.next.map(TimeText.short)),
        ]
      }
    )
    .rendered(style)
  }
}
