@_spi(Stores) import DurableWorkflows
import RunsScreen
import ToolSupport

extension Overview {
  /// The number of schedules that are shown although they are not overdue.
  private static let nextSchedules = 3

  /// Returns the overview in lines that fit on a terminal.
  ///
  /// - Parameters:
  ///   - size: The size of the terminal.
  ///   - style: The style of emphasized text.
  ///   - problem: The reason why this is not the last look; `nil` if it is.
  /// - Returns: The lines.
  func lines(_ size: TerminalSize, _ style: TextStyle, problem: String? = nil) -> [String] {
    let words = (problem ?? "").split(separator: " ").map { TextTable.Cell(String($0), .red) }
    let top =
      TextFlow.lines(heading, width: size.columns, style)
      + TextFlow.lines(words, width: size.columns, style).prefix(3)
    let all = [setAsideSection, abandonedSection, queueSection, scheduleSection, activeSection]
    return top + OverviewSection.lines(all, in: size, below: top.count, style)
  }

  /// The number of runs by status, and the time of the look.
  private var heading: [TextTable.Cell] {
    let parts = RunList.parts(counts)
    let last = parts.count - 1
    let cells = parts.enumerated().map { index, part in
      TextTable.Cell(part.status, text: part.text + (index < last ? "," : ""))
    }
    return (cells.isEmpty ? [.init("no runs")] : cells) + [.init("at \(TimeText.short(now)) UTC")]
  }

  private var setAsideSection: OverviewSection {
    OverviewSection(
      ["Set aside", "Age", "Message", "Workflow"],
      shrinking: [0, 2, 3],
      rows: setAside.map { run in
        [
          .init(run.id, .red), .init(age(of: run)),
          .init(RunList.firstLine(run.message ?? "", limit: 1000)), .init(run.workflow),
        ]
      },
      total: counts[.setAside] ?? 0
    )
  }

  /// The runs that a process had, and that none has taken over.
  private var abandonedSection: OverviewSection {
    OverviewSection(
      ["Abandoned", "Since", "Worker", "Workflow"],
      shrinking: [0, 2, 3],
      rows: standstill.lapsed.map { run in
        [
          .init(run.id, .red),
          .init(run.leaseEnd.map(time)), .init(run.worker), .init(run.summary.workflow),
        ]
      },
      total: standstill.lapsed.count
    )
  }

  private var queueSection: OverviewSection {
    let unserved = TextTable.Cell("not served", .red)
    let states =
      standstill.unservedQueues.map { ($0, unserved) }
      + paused.map { ($0, TextTable.Cell("paused", .yellow)) }
    let queues = states.map { queue, state in
      [
        .init(queue.name), state, .init("\(queue.queued)"), .init("\(queue.waiting)"),
        .init("\(queue.running)"), .init(queue.maxConcurrentRuns.map { "\($0)" }),
      ]
    }
    let count = standstill.unservedRuns
    let none = TextTable.Cell(nil)
    let withoutQueue = [none, unserved, .init("\(count)"), none, none, none]
    return OverviewSection(
      ["Queue", "State", "Queued", "Waiting", "Running", "Limit"],
      shrinking: [0],
      rows: (count > 0 ? [withoutQueue] : []) + queues,
      total: 0
    )
  }

  private var scheduleSection: OverviewSection {
    let overdue = schedules.prefix { Standstill.isOverdue($0, at: now) }.count
    return OverviewSection(
      ["Schedule", "Due", "Workflow"],
      shrinking: [0, 2],
      rows: schedules.prefix(overdue + Self.nextSchedules).map { schedule in
        [.init(schedule.name), due(schedule), .init(schedule.workflow)]
      },
      total: schedules.count
    )
  }

  private var activeSection: OverviewSection {
    OverviewSection(
      ["Run", "Status", "Age", "Workflow"],
      shrinking: [0, 3],
      rows: active.map { run in
        [.init(run.id), .init(run.status), .init(age(of: run)), .init(run.workflow)]
      },
      total: [.running, .queued, .waiting].reduce(0) { $0 + (counts[$1] ?? 0) }
    )
  }

  private func age(of run: RunSummary) -> String { time(since: run.submitted) }

  private func time(since start: StoreTime) -> String {
    TimeText.duration(TimeText.between(start, now))
  }

  private func due(_ schedule: ScheduleSummary) -> TextTable.Cell {
    guard let next = schedule.next else { return .init(nil) }
    if next == StoredSchedule.unplanned { return .init("overdue", .red) }
    if Standstill.isOverdue(schedule, at: now) {
      return .init("overdue, \(time(since: next))", .red)
    }
    return .init(next > now ? "in \(TimeText.duration(TimeText.between(now, next)))" : "now")
  }
}
