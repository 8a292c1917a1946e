#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows

extension RunOperations {
  func list(_ query: RunQuery) async throws -> [RunSummary] {
    try Kept.requireWhole(query.workflow, query.queue, query.after)
    try Kept.requireWhole(query.idPrefix, query.partition)
    let tags = query.tags.map { (name: $0.key, value: Kept.text($0.value)) }
    for tag in tags { try Kept.requireWhole(tag.name) }
    let rows = try await repeating(isIdempotent: true) {
      var place: PostgreSQLRow?
      if let after = query.after {
        place = try await database.query(statements.place, [.text(after)]).first
        if place == nil { throw UnknownRun(run: after) }
      }
      return try await database.query(
        statements.list(query.statuses, tags: tags.count),
        [
          .integer(max(0, query.limit)), PostgreSQLValue(query.workflow),
          place?[0] ?? .null, place?[1] ?? .null, PostgreSQLValue(query.version),
          PostgreSQLValue(query.queue), PostgreSQLValue(query.submitted?.lowerBound),
          PostgreSQLValue(query.submitted?.upperBound), PostgreSQLValue(query.idPrefix),
          PostgreSQLValue(query.partition),
        ] + tags.flatMap { [.text($0.name), .text($0.value)] }
      )
    }
    return try rows.map { row in
      guard let id = row[0].text, let workflow = row[1].text, let submitted = row[3].integer,
        let version = row[7].integer
      else {
        throw PostgreSQLError(.foreign)
      }
      let status = status(row[2])
      return RunSummary(
        id: id,
        workflow: workflow,
        version: version,
        status: status,
        submitted: submitted,
        ended: row[4].integer,
        message: message(status, type: row[5].text, message: row[6].text)
      )
    }
  }

  private func message(_ status: DurableRunStatus, type: String?, message: String?) -> String? {
    switch status {
    case .failed: "\(RunFailure.error(type: type ?? "", message: message ?? ""))"
    case .cancelled: "\(RunFailure.cancelled)"
    case .setAside: message
    case .queued, .waiting, .running, .succeeded: nil
    }
  }

  func counts() async throws -> [DurableRunStatus: Int] {
    let rows = try await repeating(isIdempotent: true) {
      try await database.query(statements.counts)
    }
    var counts: [DurableRunStatus: Int] = [:]
    for row in rows { counts[status(row[0]), default: 0] += row[1].integer ?? 0 }
    return counts
  }

  /// Returns the status for a number: that of a state, or -1 for a run that is due.
  private func status(_ number: PostgreSQLValue) -> DurableRunStatus {
    if number.integer == -1 { return .queued }
    return switch number.integer.flatMap(RunState.init) {
    case .ready: .waiting
    case .running: .running
    case .succeeded: .succeeded
    case .failed: .failed
    case .cancelled: .cancelled
    case .setAside, nil: .setAside
    }
  }
}

extension StoreStatements {
  private var status: String {
    "CASE WHEN r.state = 0 AND r.due <= clock.now THEN -1 ELSE r.state END"
  }

  var place: String { "SELECT submitted, id FROM \(schema).runs WHERE id = $1::text" }

  func list(_ statuses: Set<DurableRunStatus>, tags: Int = 0) -> String {
    let conditions = statuses.map(condition).sorted().map { "(\($0))" }
    let tagged = (0..<tags).map { number in
      """
      AND r.run IN (
        SELECT c.run FROM \(schema).changes AS c
        WHERE c.kind = 12 AND c.path = $\(11 + 2 * number)::text
        AND c.type = $\(12 + 2 * number)::text
      )
      """
    }
    return """
      WITH \(clock)
      SELECT r.id, r.workflow, (\(status))::bigint, r.submitted, r.ended, o.type, o.message,
        r.version
      FROM clock CROSS JOIN \(schema).runs AS r LEFT JOIN \(schema).outcomes AS o USING (run)
      WHERE ($2::text IS NULL OR r.workflow = $2::text)
      AND ($5::bigint IS NULL OR r.version = $5::bigint)
      AND ($6::text IS NULL OR r.queue = $6::text)
      AND ($9::text IS NULL OR starts_with(r.id, $9::text))
      AND ($10::text IS NULL OR r.queue IS NOT NULL AND r.partition = $10::text)
      AND ($7::bigint IS NULL OR r.submitted >= $7::bigint AND r.submitted < $8::bigint)
      AND ($3::bigint IS NULL OR (r.submitted, r.id) < ($3::bigint, $4::text COLLATE "C"))
      \(tagged.joined(separator: "\n"))
      \(conditions.isEmpty ? "" : "AND (\(conditions.joined(separator: " OR ")))")
      ORDER BY r.submitted DESC, r.id DESC LIMIT $1::bigint
      """
  }

  private func condition(_ status: DurableRunStatus) -> String {
    switch status {
    case .queued: "r.state = 0 AND r.due <= clock.now"
    case .waiting: "r.state = 0 AND (r.due IS NULL OR r.due > clock.now)"
    case .running: "r.state = 1"
    case .succeeded: "r.state = 2"
    case .failed: "r.state = 3"
    case .cancelled: "r.state = 4"
    case .setAside: "r.state = 5"
    }
  }

  var counts: String {
    """
    WITH \(clock)
    SELECT (\(status))::bigint AS status, count(*) FROM \(schema).runs AS r, clock GROUP BY status
    """
  }
}
#endif
