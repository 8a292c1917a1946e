#if PostgreSQL
import DurableWorkflowsPostgreSQL

/// Runs that no worker processes, written by a statement.
enum OtherRuns {
  /// Adds runs with ten records each.
  ///
  /// - Parameters:
  ///   - numbers: Their numbers.
  ///   - schema: The schema of the store.
  ///   - database: The database.
  ///   - areParked: Whether every other run is parked; otherwise, all have ended.
  /// - Throws: `PostgreSQLError`.
  static func add(
    _ numbers: ClosedRange<Int>,
    to schema: String,
    in database: LibPQDatabase,
    areParked: Bool
  ) async throws {
    try await database.query(
      """
      WITH r AS (
        INSERT INTO \(schema).runs
          (id, workflow, version, submitted, state, due, ended, epoch, position)
        SELECT 'other-' || n, 'ten steps', 1, n, CASE WHEN parked THEN 0 ELSE 2 END,
        CASE WHEN parked THEN 4000000000000 + n END, CASE WHEN NOT parked THEN n END, 1, 10
        FROM generate_series($1::bigint, $2::bigint) AS n,
        LATERAL (SELECT $3::boolean AND n % 2 = 1 AS parked) AS p RETURNING run, state
      ), i AS (INSERT INTO \(schema).inputs SELECT run, '1' FROM r),
      o AS (INSERT INTO \(schema).outcomes (run, value) SELECT run, '1' FROM r WHERE state = 2)
      INSERT INTO \(schema).changes (run, position, epoch, time, kind, path, type, flag, number, value)
      SELECT run, p, 1, 1, 1, '/ten steps/step ' || p, 'Int', false, 0, '1'
      FROM r, generate_series(1, 10) AS p
      """,
      [.integer(numbers.lowerBound), .integer(numbers.upperBound), .boolean(areParked)]
    )
    try await database.query("ANALYZE")
  }
}
#endif
