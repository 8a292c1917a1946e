package import DurableWorkflows

/// The rule of which queues and schedules do not go on by themselves.
///
/// Runs that were set aside do not either; their status says so.
package enum Standstill {
  /// The time after which work that is due counts as left, in milliseconds.
  private static let patience: StoreTime = 60_000

  /// Returns the queues of which a run has been due for long, and none is running.
  package static func unserved(
    _ queues: [QueueSummary],
    of runs: DurableRuns,
    at now: StoreTime
  ) async throws -> [QueueSummary] {
    var unserved: [QueueSummary] = []
    for queue in queues where queue.queued > 0 && queue.running == 0 && !queue.isPaused {
      let old = RunQuery(
        statuses: [.queued],
        queue: queue.name,
        submitted: 0..<max(0, now - patience),
        limit: 1
      )
      if try await !runs.list(old).isEmpty { unserved.append(queue) }
    }
    return unserved
  }

  /// Returns whether no process has submitted a run of a schedule that is due.
  package static func isOverdue(_ schedule: ScheduleSummary, at now: StoreTime) -> Bool {
    !schedule.isPaused && schedule.next.map { $0 < now - patience } ?? false
  }
}
