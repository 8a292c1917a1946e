import DurableWorkflows

/// Something that does not go on by itself.
struct Attention {
  let text: String
  let address: String
}

extension RunsScreen {
  /// The number of queues, and of abandoned runs, that the list of runs names.
  private static let maximum = 5

  /// Returns what does not go on by itself.
  func attention(_ counts: [DurableRunStatus: Int]) async throws -> [Attention] {
    let standstill = try await Standstill(runs, counts)
    var all: [Attention] = []
    func add(_ text: String, _ address: String) {
      all.append(Attention(text: text, address: address))
    }
    if let count = counts[.setAside], count > 0 {
      let text = count == 1 ? "1 run is set aside" : "\(count) runs are set aside"
      let address = Address.to("/", ["status": StatusName.setAside.rawValue])
      add("\(text): no process takes it up again.", address)
    }
    for run in standstill.lapsed.prefix(Self.maximum) {
      let end = run.leaseEnd.map(TimeText.zoned) ?? "–"
      add(
        "Run '\(run.id.shortened)' is abandoned: the lease of its worker ended at \(end), and no "
          + "process has taken it over.",
        Address.to(run: run.id)
      )
    }
    if standstill.lapsed.count > Self.maximum {
      let text = "So are \(standstill.lapsed.count - Self.maximum) other runs."
      add(text, Address.to("/", ["status": StatusName.running.rawValue]))
    }
    if let run = standstill.unservedRun {
      add(
        "Runs without a queue are due (\(standstill.unservedRuns)), such as '\(run.shortened)', "
          + "and no process has one.",
        Address.to(run: run)
      )
    }
    for queue in standstill.unservedQueues.prefix(Self.maximum) {
      add(
        "Queue '\(queue.name.shortened)' has runs that are due (\(queue.queued)), and no process "
          + "has one.",
        Address.to("/", ["status": StatusName.queued.rawValue, "queue": queue.name])
      )
    }
    if standstill.unservedQueues.count > Self.maximum {
      add("So have \(standstill.unservedQueues.count - Self.maximum) other queues.", "/queues")
    }
    for schedule in try await runs.schedules()
    where Standstill.isOverdue(schedule, at: standstill.now) {
      let text = "Schedule '\(schedule.name.shortened)' is overdue: no process submits its runs."
      add(text, "/schedules")
    }
    return all
  }
}
