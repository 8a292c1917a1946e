package import DurableWorkflows

/// What does not go on by itself.
///
/// Runs that were set aside do not either; their status says so.
package struct Standstill: Sendable {
  /// The time of the look.
  package let now: StoreTime
  /// All queues.
  package let queues: [QueueSummary]
  /// The queues of which a run has been due for long, and no process has one.
  package let unservedQueues: [QueueSummary]
  /// The number of runs without a queue that are due, if one has been for long and no process has
  /// one.
  package let unservedRuns: Int
  /// The one that has been.
  package let unservedRun: String?
  /// The runs whose lease ended long ago, and which no process has taken over.
  package let lapsed: [RunDetails]

  /// The time after which what is due counts as not served, in milliseconds.
  private static let patience = 60_000
  /// The number of runs that are read to find one: those that were submitted last.
  private static let sample = 100

  /// Looks at a store.
  ///
  /// - Parameters:
  ///   - runs: The runs of the store.
  ///   - counts: The number of runs by status.
  /// - Throws: An error from the store.
  package init(_ runs: DurableRuns, _ counts: [DurableRunStatus: Int]) async throws {
    let now = try await runs.now
    let queues = try await runs.queues()

    /// Returns the runs with a status for which a process should have done something long ago.
    func left(
      _ status: DurableRunStatus,
      in queue: String? = nil,
      limit: Int = Self.sample
    ) async throws -> [RunDetails] {
      let before = max(now, Self.patience) - Self.patience
      let query = RunQuery(
        statuses: [status],
        queue: queue,
        submitted: 0..<before,
        limit: Self.sample
      )
      var left: [RunDetails] = []
      for found in try await runs.list(query) where left.count < limit {
        guard let run = try await runs.load(found.id) else { continue }
        let isLeft =
          status == .queued
          ? run.place?.queue == queue && run.due.map { Self.isLong($0, now) } ?? false
          : run.leaseEnd.map { Self.isLong($0, now) } ?? false
        if isLeft { left.append(run) }
      }
      return left
    }

    let lapsed = counts[.running] ?? 0 > 0 ? try await left(.running) : []
    func unserved(_ queue: String?, queued: Int, running: Int) async throws -> RunDetails? {
      let working = running - lapsed.count { $0.place?.queue == queue }
      return queued > 0 && working <= 0
        ? try await left(.queued, in: queue, limit: 1).first : nil
    }
    var unservedQueues: [QueueSummary] = []
    for queue in queues where !queue.isPaused {
      if try await unserved(queue.name, queued: queue.queued, running: queue.running) != nil {
        unservedQueues.append(queue)
      }
    }
    let queued = queues.reduce(counts[.queued] ?? 0) { $0 - $1.queued }
    let running = queues.reduce(counts[.running] ?? 0) { $0 - $1.running }
    self.now = now
    self.queues = queues
    self.lapsed = lapsed
    self.unservedQueues = unservedQueues
    unservedRun = try await unserved(nil, queued: queued, running: running)?.id
    unservedRuns = unservedRun == nil ? 0 : queued
  }

  /// Returns whether no process has submitted a run of a schedule that has been due for long.
  package static func isOverdue(_ schedule: ScheduleSummary, at now: StoreTime) -> Bool {
    delay(of: schedule, at: now) != nil
  }

  /// Returns how late a schedule is, in milliseconds, if no process has submitted a run that has
  /// been due for long.
  static func delay(of schedule: ScheduleSummary, at now: StoreTime) -> Int? {
    guard !schedule.isPaused, let next = schedule.next, isLong(next, now) else { return nil }
    return TimeText.between(next, now)
  }

  /// Returns whether a time was so long ago that a process should have seen to it.
  static func isLong(_ due: StoreTime, _ now: StoreTime) -> Bool {
    TimeText.between(due, now) > patience
  }
}
