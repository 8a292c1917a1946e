@_spi(Stores) import DurableWorkflows
import ToolSupport

extension RunsScreen {
  /// Returns why a run does not go on at once, and what it goes on with; `nil` if it has ended.
  func standing(of run: StoredRun) async throws -> String? {
    let details = run.details
    if run.row.isPaused, !run.hasEnded, details.leaseEnd == nil {
      return "It is paused: no process takes it until it is resumed."
    }
    switch details.summary.status {
    case .succeeded, .failed, .cancelled: return nil
    case .setAside:
      return "It is set aside, for this reason, and no process takes it up until it is retried:"
    case .running: return Self.lease(of: run)
    case .waiting: return Self.wait(of: run)
    case .queued: return "It is due, " + (try await reason(run)) + "."
    }
  }

  /// Why a run that is due has not been taken.
  private func reason(_ run: StoredRun) async throws -> String {
    let standstill = try await Standstill(runs, try await runs.counts())
    guard let name = run.row.queue else {
      return standstill.unservedRuns > 0
        ? "but no process takes runs without a queue" : "and the next process that is free takes it"
    }
    let queue = standstill.queues.first { $0.name == name }
    let shown = "queue '\(name.shortened)'"
    if queue?.isPaused == true { return "but its \(shown) is paused" }
    if let queue, standstill.unservedQueues.contains(queue) {
      return "but no process works on \(shown)"
    }
    if let limit = queue?.maxConcurrentRuns {
      // Each partition has the limit for itself.
      var query = RunQuery(statuses: [.running], queue: name, partition: run.row.partition)
      query.limit = limit
      if try await runs.list(query).count >= limit {
        return "but \(shown) is at its limit: as many runs as it allows are running (\(limit))"
      }
    }
    return "and the next process that is free takes it from \(shown)"
  }

  private static func lease(of run: StoredRun) -> String {
    let worker = "worker '\((run.details.worker ?? "–").shortened)'"
    guard let end = run.details.leaseEnd, end < run.now else {
      let until = run.details.leaseEnd.map { " until \(TimeText.zoned($0)), or longer" } ?? ""
      return "It is leased by \(worker)\(until)."
    }
    return Standstill.isLong(end, run.now)
      ? "It is abandoned: the lease of \(worker) ended at \(TimeText.zoned(end)), and no process "
        + "has taken it over."
      : "The lease of \(worker) ended at \(TimeText.zoned(end)). The next process that is free "
        + "takes the run over."
  }

  private static func wait(of run: StoredRun) -> String {
    let awaited = run.details.awaitedSignals.sorted().map { RunWords.awaited($0).shortened }
    let due = run.details.due.map(TimeText.zoned)
    if awaited.isEmpty {
      let step = run.details.attempts.first { $0.due == run.details.due }
      let attempt = step.map { ", to try '\($0.path.shortened)' again" } ?? ""
      return "It waits until \(due ?? "somebody wakes it")\(attempt)."
    }
    let signals = awaited.prefix(5).joined(separator: " or ") + (awaited.count > 5 ? ", …" : "")
    return "It waits for \(signals)" + (due.map { ", at most until \($0)" } ?? "") + "."
  }
}
