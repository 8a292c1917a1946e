import DurableWorkflows
import ToolSupport

extension RunsScreen {
  /// Returns the page with the queues.
  func queues() async throws -> Content {
    let standstill = try await Standstill(runs, try await runs.counts())
    let rows = standstill.queues.map { queue in
      QueuesView.Row(queue, isUnserved: standstill.unservedQueues.contains(queue), options)
    }
    let view = QueuesView(rows: rows, hasRows: !rows.isEmpty, hasActions: !options.isReadOnly)
    return Content(
      title: "Queues",
      place: .queues,
      live: templates.part("queues", view)
    )
  }

  /// Returns the page with the schedules.
  func schedules() async throws -> Content {
    let now = try await runs.now
    let rows = try await runs.schedules().map { SchedulesView.Row($0, now: now, options) }
    let view = SchedulesView(rows: rows, hasRows: !rows.isEmpty, hasActions: !options.isReadOnly)
    return Content(
      title: "Schedules",
      place: .schedules,
      live: templates.part("schedules", view)
    )
  }
}

/// Queues, with the number of their runs that have not ended.
private struct QueuesView {
  struct Row {
    let name: String
    let tip: String?
    let address: String
    let isPaused: Bool
    /// Whether runs are due for long, and no process has one.
    let isUnserved: Bool
    let limit: String
    let queued: Int
    let waiting: Int
    let running: Int
    let actions: [ActionLink]

    init(_ queue: QueueSummary, isUnserved: Bool, _ options: ScreenOptions) {
      name = queue.name.shortened
      tip = queue.name.tip
      address = Address.to("/", ["queue": queue.name])
      isPaused = queue.isPaused
      self.isUnserved = isUnserved
      limit = queue.maxConcurrentRuns.map { "\($0)" } ?? "set by each process"
      queued = queue.queued
      waiting = queue.waiting
      running = queue.running
      let kinds: [ActionKind] = [queue.isPaused ? .resumeQueue : .pauseQueue, .limitQueue]
      actions = options.isReadOnly ? [] : kinds.map { ActionLink($0, of: queue.name) }
    }
  }

  let rows: [Row]
  let hasRows: Bool
  let hasActions: Bool
}

/// Schedules, and when each is due.
private struct SchedulesView {
  struct Row {
    let name: String
    let tip: String?
    let workflow: String
    let workflowAddress: String
    let version: Int
    let times: String
    let missed: String
    let next: String
    let isPaused: Bool
    /// How late it is.
    let overdue: String?
    let actions: [ActionLink]

    init(_ schedule: ScheduleSummary, now: StoreTime, _ options: ScreenOptions) {
      name = schedule.name.shortened
      tip = schedule.name.tip
      workflow = schedule.workflow.shortened
      workflowAddress = Address.to("/", ["workflow": schedule.workflow])
      version = schedule.version
      times = schedule.schedule.map(RunWords.times)?.printable ?? "of a newer version of Tenon"
      missed = (schedule.schedule?.missed).map(RunWords.missed) ?? "–"
      next = schedule.next.map(TimeText.short) ?? "never again"
      isPaused = schedule.isPaused
      // In whole minutes: a page that is open changes with it.
      overdue = Standstill.delay(of: schedule, at: now).map { delay in
        TimeText.duration(delay / 60_000 * 60_000)
      }
      let kinds: [ActionKind] = [
        .triggerSchedule, schedule.isPaused ? .resumeSchedule : .pauseSchedule, .endSchedule,
      ]
      actions = options.isReadOnly ? [] : kinds.map { ActionLink($0, of: schedule.name) }
    }
  }

  let rows: [Row]
  let hasRows: Bool
  let hasActions: Bool
}
