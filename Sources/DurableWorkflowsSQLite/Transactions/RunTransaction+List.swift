#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import GRDB

extension RunTransaction {
  func list(_ query: RunQuery) throws -> [RunSummary] {
    var conditions: [String] = []
    var arguments: StatementArguments = ["now": now, "limit": max(0, query.limit)]
    if !query.statuses.isEmpty {
      conditions.append("(\(query.statuses.map(condition).sorted().joined(separator: " OR ")))")
    }
    if let workflow = query.workflow {
      conditions.append("workflow = :workflow")
      arguments += ["workflow": workflow]
    }
    if let version = query.version {
      conditions.append("version = :version")
      arguments += ["version": version]
    }
    if let prefix = query.idPrefix {
      conditions.append("substr(CAST(id AS BLOB), 1, length(:prefix)) = :prefix")
      arguments += ["prefix": Data(prefix.utf8)]
    }
    if let queue = query.queue {
      conditions.append("queue = :queue")
      arguments += ["queue": queue]
    }
    if let partition = query.partition {
      conditions.append("queue IS NOT NULL AND partition = :partition")
      arguments += ["partition": partition]
    }
    for (number, tag) in query.tags.enumerated() {
      let isTagged = "name = :name\(number) AND value = :value\(number)"
      conditions.append("run IN (SELECT run FROM tenon_tags WHERE \(isTagged))")
      arguments += ["name\(number)": tag.key, "value\(number)": tag.value]
    }
    if let times = query.submitted {
      conditions.append("submitted >= :from AND submitted < :until")
      arguments += ["from": times.lowerBound, "until": times.upperBound]
    }
    if let after = query.after {
      guard let stored = try stored(after) else { throw UnknownRun(run: after) }
      conditions.append("(submitted, id) < (:submitted, :id)")
      arguments += ["submitted": stored.row.submitted, "id": stored.id]
    }
    let rows = try db.rows(
      """
      SELECT id, workflow, version, state, due, submitted, ended, type, message, :now \
      FROM tenon_runs LEFT JOIN tenon_ends USING (run) \
      \(conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))") \
      ORDER BY submitted DESC, id DESC LIMIT :limit
      """,
      arguments
    )
    return rows.map(summary)
  }

  private func summary(_ row: GRDB.Row) -> RunSummary {
    let status = status(StoredRun.State(rawValue: row[3]), due: row[4])
    var message: String?
    switch status {
    case .failed: message = "\(RunFailure.error(type: row[7] ?? "", message: row[8] ?? ""))"
    case .cancelled: message = "\(RunFailure.cancelled)"
    case .setAside: message = row[8]
    case .queued, .waiting, .running, .succeeded: break
    }
    return RunSummary(
      id: row[0],
      workflow: row[1],
      version: row[2],
      status: status,
      submitted: row[5],
      ended: row[6],
      message: message
    )
  }

  private func status(_ state: StoredRun.State?, due: StoreTime?) -> DurableRunStatus {
    switch state {
    case .ready: due.map { $0 <= now } ?? false ? .queued : .waiting
    case .running: .running
    case .succeeded: .succeeded
    case .failed: .failed
    case .cancelled: .cancelled
    case .setAside, nil: .setAside
    }
  }

  private func condition(_ status: DurableRunStatus) -> String {
    switch status {
    case .queued: "state = 0 AND due <= :now"
    case .waiting: "state = 0 AND (due IS NULL OR due > :now)"
    case .running: "state = 1"
    case .succeeded: "state = 2"
    case .failed: "state = 3"
    case .cancelled: "state = 4"
    case .setAside: "state = 5"
    }
  }

  func counts() throws -> [DurableRunStatus: Int] {
    // Sums read the table once; groups would sort it.
    let statuses = DurableRunStatus.allCases
    let sums = statuses.map { "sum(\(condition($0)))" }.joined(separator: ", ")
    let row = try db.row("SELECT \(sums) FROM tenon_runs", ["now": now])
    var counts: [DurableRunStatus: Int] = [:]
    for (index, status) in statuses.enumerated() {
      if let count: Int = row?[index], count > 0 { counts[status] = count }
    }
    return counts
  }
}
#endif
