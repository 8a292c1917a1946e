#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows

extension RunOperations {
  func setSchedule(_ schedule: StoredSchedule) async throws -> Bool {
    try Kept.requireWhole(schedule.name, schedule.workflow)
    let rows = try await repeating {
      try await database.query(
        statements.setSchedule,
        [
          .text(schedule.name), .text(schedule.workflow), PostgreSQLValue(schedule.input),
          .bytes(schedule.rule), PostgreSQLValue(schedule.next), .integer(schedule.version),
          PostgreSQLValue(schedule.place),
        ]
      )
    }
    return !rows.isEmpty
  }

  func setPaused(_ isPaused: Bool, ofSchedule name: String) async throws -> Bool {
    try Kept.requireWhole(name)
    return try await repeating(isIdempotent: true) {
      try await !database.query(
        statements.pauseSchedule,
        [.text(name), .boolean(isPaused), .integer(StoredSchedule.unplanned)]
      )
      .isEmpty
    }
  }

  func removeSchedule(_ name: String) async throws -> Bool {
    try Kept.requireWhole(name)
    return try await repeating {
      try await !database.query(statements.removeSchedule, [.text(name)]).isEmpty
    }
  }

  func schedules() async throws -> [StoredSchedule] {
    let rows = try await repeating(isIdempotent: true) {
      try await database.query(statements.schedules)
    }
    return try rows.map { try StoredSchedule($0, from: 0) }
  }

  /// Adds the runs of a schedule that is due unless the schedule has changed.
  func fire(_ firing: ScheduleFiring) async throws -> Submitted? {
    try Kept.requireWhole(firing.schedule)
    for run in firing.runs { try Self.requireWhole(run) }
    return try await repeating {
      try await database.transaction { session in
        let moved = try await session.query(
          statements.moveSchedule,
          [.text(firing.schedule), .integer(firing.revision), PostgreSQLValue(firing.next)]
        )
        return moved.isEmpty ? nil : try await submit(firing.runs, in: session)
      }
    }
  }
}

extension StoredSchedule {
  /// Creates a schedule from the columns of a row, beginning with a given column.
  init(_ row: PostgreSQLRow, from column: Int) throws {
    guard let name = row[column].text, let workflow = row[column + 1].text,
      let rule = row[column + 3].bytes, let revision = row[column + 5].integer,
      let version = row[column + 6].integer, let isPaused = row[column + 8].boolean
    else { throw PostgreSQLError(.foreign, detail: "a schedule is incomplete") }
    self.init(
      name: name,
      workflow: workflow,
      version: version,
      input: row[column + 2].bytes,
      rule: rule,
      place: row[column + 7].bytes,
      next: row[column + 4].integer,
      isPaused: isPaused,
      revision: revision
    )
  }
}

extension StoreStatements {
  static let scheduleColumns =
    "name, workflow, input, rule, next, revision, version, place, paused"

  var setSchedule: String {
    """
    INSERT INTO \(schema).schedules AS s (\(Self.scheduleColumns))
    VALUES ($1::text, $2::text, $3::bytea, $4::bytea, $5::bigint, 1, $6::bigint, $7::bytea, false)
    ON CONFLICT (name) DO UPDATE SET workflow = excluded.workflow, input = excluded.input,
      rule = excluded.rule, next = excluded.next, revision = s.revision + 1,
      version = excluded.version, place = excluded.place
    WHERE s.workflow <> excluded.workflow OR s.version <> excluded.version
    OR s.rule <> excluded.rule OR s.input IS DISTINCT FROM excluded.input
    OR s.place IS DISTINCT FROM excluded.place
    RETURNING revision
    """
  }

  // The rule of `StoredSchedule.setPaused`.
  var pauseSchedule: String {
    """
    UPDATE \(schema).schedules SET paused = $2::boolean,
      next = CASE WHEN paused AND NOT $2::boolean AND next IS NOT NULL THEN $3::bigint
        ELSE next END,
      revision = CASE WHEN paused = $2::boolean THEN revision ELSE revision + 1 END
    WHERE name = $1::text RETURNING revision
    """
  }

  var removeSchedule: String {
    "DELETE FROM \(schema).schedules WHERE name = $1::text RETURNING revision"
  }

  var schedules: String {
    "SELECT \(Self.scheduleColumns) FROM \(schema).schedules ORDER BY name"
  }

  var moveSchedule: String {
    """
    UPDATE \(schema).schedules SET next = $3::bigint, revision = revision + 1
    WHERE name = $1::text AND revision = $2::bigint RETURNING revision
    """
  }

  /// Selects the schedules of workflows that are due.
  var dueSchedules: String {
    """
    SELECT d.* FROM \(Self.workflows) AS w CROSS JOIN LATERAL (
      SELECT \(Self.scheduleColumns) FROM \(schema).schedules AS s
      WHERE s.workflow = w.name AND s.version = w.version
      AND s.next <= (SELECT now FROM clock) AND s.next IS NOT NULL AND NOT s.paused
      ORDER BY s.next, s.name LIMIT 100
    ) AS d
    """
  }

  /// Selects when the next schedule of workflows that is not yet due becomes due.
  var nextSchedule: String {
    """
    SELECT min(n.next) FROM \(Self.workflows) AS w CROSS JOIN LATERAL (
      SELECT s.next FROM \(schema).schedules AS s
      WHERE s.workflow = w.name AND s.version = w.version
      AND s.next > (SELECT now FROM clock) AND s.next IS NOT NULL AND NOT s.paused
      ORDER BY s.next LIMIT 1
    ) AS n
    """
  }
}
#endif
