#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows
internal import Foundation

/// The operations of a store on a database.
struct RunOperations: Sendable {
  let database: any PostgreSQLDatabase
  let statements: StoreStatements

  var schema: SchemaName { statements.schema }

  /// Repeats an operation that conflicted with another transaction, and a repeatable operation that
  /// may or may not have been done.
  func repeating<Answer: Sendable>(
    isIdempotent: Bool = false,
    _ body: () async throws -> Answer
  ) async throws -> Answer {
    var conflicts = 0
    var doubts = 0
    while true {
      do {
        return try await body()
      } catch let error as PostgreSQLError {
        if error.isConflict, conflicts < 10 {
          conflicts += 1
        } else if isIdempotent, error.isInDoubt, doubts < 2 {
          doubts += 1
        } else {
          throw error
        }
      }
    }
  }

  func now() async throws -> StoreTime {
    let rows = try await repeating(isIdempotent: true) {
      try await database.query(statements.now)
    }
    guard let now = rows.first?[0].integer else { throw PostgreSQLError(.foreign) }
    return now
  }

  /// Returns the states of runs, even if the task is cancelled; `nil` for those that do not exist.
  func load(_ runs: [String]) async throws -> [RunRow<Data>?] {
    let parameters = [PostgreSQLValue.array(runs.map { .text($0) })]
    let rows = try await repeating(isIdempotent: true) {
      try await database.queryIgnoringCancellation(statements.load, parameters)
    }
    return try states(of: runs, rows)
  }

  /// Returns the states of runs in a transaction.
  func load(_ runs: [String], in session: any PostgreSQLSession) async throws -> [RunRow<Data>?] {
    try await states(
      of: runs,
      session.query(statements.load, [.array(runs.map { .text($0) })])
    )
  }

  private func states(of runs: [String], _ rows: [PostgreSQLRow]) throws -> [RunRow<Data>?] {
    // By bytes: canonically equivalent texts with different bytes identify different runs.
    let found = try RunParts.byRun(rows).values.map { (Data($0.id.utf8), try $0.row()) }
    let byID = Dictionary(found) { one, _ in one }
    return runs.map { byID[Data($0.utf8)] }
  }

  /// Removes runs that have ended.
  func removeEnded(olderThan age: Int, limit: Int) async throws -> Int {
    let rows = try await repeating {
      try await database.query(
        statements.removeEnded,
        [.integer(Kept.duration(age)), .integer(max(0, limit))]
      )
    }
    return rows.first?[0].integer ?? 0
  }
}

extension StoreStatements {
  /// Removes runs that have ended; several processes may do so at the same time.
  var removeEnded: String {
    let tables = ["inputs", "outcomes", "changes", "signals"].map { table in
      "\(table) AS (DELETE FROM \(schema).\(table) USING gone WHERE \(table).run = gone.run)"
    }
    return """
      WITH \(clock), old AS MATERIALIZED (\(endedRuns)),
      gone AS (DELETE FROM \(schema).runs USING old WHERE runs.run = old.run RETURNING runs.run),
      \(tables.joined(separator: ",\n"))
      SELECT count(*) FROM gone
      """
  }

  var endedRuns: String {
    """
    SELECT run FROM \(schema).runs WHERE ended <= (SELECT now FROM clock) - $1::bigint \
    ORDER BY ended, id LIMIT $2::bigint FOR UPDATE SKIP LOCKED
    """
  }
}
#endif
