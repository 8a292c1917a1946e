import DurableWorkflows
import RunsScreen
import ToolSupport

/// How a store stands: what does not go on by itself, what is due next, and the runs that have not
/// ended.
struct Overview {
  let counts: [DurableRunStatus: Int]
  let standstill: Standstill
  let setAside: [RunSummary]
  /// The schedules that are due once more, the earliest ones first.
  let schedules: [ScheduleSummary]
  /// The runs that processes have, and then those that wait, each with the most recent ones first.
  let active: [RunSummary]

  /// Looks at a store.
  ///
  /// - Parameters:
  ///   - runs: The runs of the store.
  ///   - limit: The number of runs of each kind that are loaded.
  /// - Throws: An error from the store.
  init(_ runs: DurableRuns, limit: Int) async throws {
    let counts = try await runs.counts()
    func list(_ statuses: Set<DurableRunStatus>) async throws -> [RunSummary] {
      if limit == 0 || statuses.allSatisfy({ counts[$0] ?? 0 == 0 }) { return [] }
      return try await runs.list(RunQuery(statuses: statuses, limit: limit))
    }
    self.counts = counts
    standstill = try await Standstill(runs, counts)
    setAside = try await list([.setAside])
    schedules = try await runs.schedules().filter { $0.next != nil }
      .sorted { ($0.next ?? 0, $0.name) < ($1.next ?? 0, $1.name) }
    active = try await list([.running]) + list([.queued, .waiting])
  }

  /// The time of the look.
  var now: StoreTime { standstill.now }

  var paused: [QueueSummary] { standstill.queues.filter(\.isPaused) }

  /// The number of runs by status, without a time, so that the line changes only with the runs.
  var line: String { RunList.line(counts) + "\n" }

  var json: OutputJSON {
    let overdue = schedules.filter { Standstill.isOverdue($0, at: now) }
    return .object([
      "counts": RunList.json(counts),
      "unserved_runs": OutputJSON(standstill.unservedRuns),
      "abandoned_runs": .list(standstill.lapsed.map { OutputJSON($0.id) }),
      "unserved_queues": .list(standstill.unservedQueues.map { OutputJSON($0.name) }),
      "paused_queues": .list(paused.map { OutputJSON($0.name) }),
      "overdue_schedules": .list(overdue.map { OutputJSON($0.name) }),
    ])
  }
}
