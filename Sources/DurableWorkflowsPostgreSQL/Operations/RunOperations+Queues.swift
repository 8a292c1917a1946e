#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows

extension RunOperations {
  func setPaused(_ isPaused: Bool, ofQueue queue: String) async throws {
    try Kept.requireWhole(queue)
    _ = try await repeating(isIdempotent: true) {
      try await database.query(statements.pauseQueue, [.text(queue), .boolean(isPaused)])
    }
  }

  func setLimit(_ maxConcurrentRuns: Int?, ofQueue queue: String) async throws {
    try Kept.requireWhole(queue)
    _ = try await repeating(isIdempotent: true) {
      try await database.query(
        statements.limitQueue,
        [.text(queue), PostgreSQLValue(Self.bounded(maxConcurrentRuns))]
      )
    }
  }

  func queues() async throws -> [QueueSummary] {
    let rows = try await repeating(isIdempotent: true) {
      try await database.query(statements.queues)
    }
    return try rows.map { row in
      guard let name = row[0].text, let isPaused = row[1].boolean else {
        throw PostgreSQLError(.foreign, detail: "a queue is incomplete")
      }
      return QueueSummary(
        name: name,
        isPaused: isPaused,
        maxConcurrentRuns: row[2].integer,
        queued: row[3].integer ?? 0,
        waiting: row[4].integer ?? 0,
        running: row[5].integer ?? 0
      )
    }
  }

  /// Returns a limit that is the index of an array at most, the greatest of which is `Int32.max`.
  static func bounded(_ limit: Int?) -> Int? { limit.map { min($0, Int(Int32.max)) } }
}

extension StoreStatements {
  // A claim that began before, and enforces a limit, finds that the version has changed.
  var pauseQueue: String {
    """
    INSERT INTO \(schema).queues AS q (name, version, paused) VALUES ($1::text, 0, $2::boolean)
    ON CONFLICT (name) DO UPDATE SET paused = excluded.paused, version = q.version + 1
    """
  }

  var limitQueue: String {
    """
    INSERT INTO \(schema).queues AS q (name, version, most) VALUES ($1::text, 0, $2::bigint)
    ON CONFLICT (name) DO UPDATE SET most = excluded.most, version = q.version + 1
    """
  }

  var queues: String {
    """
    WITH \(clock)
    SELECT name, bool_or(paused), max(most)::bigint, sum(queued)::bigint, sum(waiting)::bigint,
      sum(running)::bigint
    FROM (
      SELECT name, paused, most, 0 AS queued, 0 AS waiting, 0 AS running FROM \(schema).queues
      WHERE paused OR most IS NOT NULL
      UNION ALL
      SELECT r.queue, false, NULL, count(*) FILTER (WHERE r.state = 0 AND r.due <= clock.now),
        count(*) FILTER (WHERE r.state = 0 AND (r.due IS NULL OR r.due > clock.now)),
        count(*) FILTER (WHERE r.state = 1)
      FROM \(schema).runs AS r, clock WHERE r.queue IS NOT NULL AND r.state <= 1 GROUP BY r.queue
    ) AS q GROUP BY name
    """
  }
}
#endif
