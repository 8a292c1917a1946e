import DurableWorkflows
import ToolSupport

/// Something that does not go on by itself.
struct Attention {
  let text: String
  let address: String
}

extension RunsScreen {
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
    let now = try await runs.now
    let left = try await Standstill.unserved(await runs.queues(), of: runs, at: now)
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
    for schedule in try await runs.schedules() where Standstill.isOverdue(schedule, at: now) {
      let text = "Schedule '\(schedule.name.printable)' is overdue: no process submits its runs."
      all.append(Attention(text: text, address: "/schedules"))
    }
    return all
  }
}
