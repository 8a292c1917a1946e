import DurableWorkflows
import ToolSupport

/// Something that does not go on by itself.
struct Attention {
  let text: String
  let address: String
}

extension RunsScreen {
  /// The time after which work that is due counts as left, in milliseconds.
  static let patience: StoreTime = 60_000

  /// The number of queues that the list of runs names.
  private static let maximumQueues = 5

  /// Returns what does not go on by itself.
  func attention(_ counts: [DurableRunStatus: Int]) async throws -> [Attention] {
    var all: [Attention] = []
    if let count = counts[.setAside], count > 0 {
      let text = count == 1 ? "1 run is set aside" : "\(count) runs are set aside"
      let address = Address.to("/", ["status": StatusName.setAside.rawValue])
      all.append(Attention(text: "\(text): no process takes it up again.", address: address))
    }
    let left = try await leftQueues(await runs.queues())
    for queue in left.prefix(Self.maximumQueues) {
      all.append(
        Attention(
          text: "Queue '\(queue.name.printable)' has runs that are due (\(queue.queued)), and no "
            + "process has one.",
          address: Address.to("/", ["status": StatusName.queued.rawValue, "queue": queue.name])
        )
      )
    }
    if left.count > Self.maximumQueues {
      let text = "So have \(left.count - Self.maximumQueues) other queues."
      all.append(Attention(text: text, address: "/queues"))
    }
    let now = try await runs.now
    for schedule in try await runs.schedules() where Self.isOverdue(schedule, now) {
      let text = "Schedule '\(schedule.name.printable)' is overdue: no process submits its runs."
      all.append(Attention(text: text, address: "/schedules"))
    }
    return all
  }

  /// Returns the queues of which a run has been due for long, and none is running.
  func leftQueues(_ queues: [QueueSummary]) async throws -> [QueueSummary] {
    let end = max(0, try await runs.now - Self.patience)
    var left: [QueueSummary] = []
    for queue in queues where queue.queued > 0 && queue.running == 0 && !queue.isPaused {
      let old = RunQuery(
        statuses: [.queued],
        queue: queue.name,
        submitted: 0..<end,
        limit: 1
      )
      if try await !runs.list(old).isEmpty { left.append(queue) }
    }
    return left
  }

  /// Whether no process has submitted a run that is due.
  static func isOverdue(_ schedule: ScheduleSummary, _ now: StoreTime) -> Bool {
    !schedule.isPaused && schedule.next.map { $0 < now - patience } ?? false
  }
}
