#if PostgreSQL
import CLibPQ
import Foundation

/// The writes of a run of ten steps, made by a bare loop: the same rows in the same tables, in as
/// many transactions, over one connection of libpq, with statements that are prepared once.
///
/// The loop reads nothing, encodes nothing, and has no lease, clock or task.
final class BareLoop {
  struct Refused: Error { let message: String }

  private let connection: OpaquePointer

  init(_ url: String, schema: String) throws {
    connection = PQconnectdb(url)
    try prepare(
      "submit",
      """
      WITH r AS (
        INSERT INTO \(schema).runs (id, workflow, submitted, due)
        VALUES ($1, 'ten steps', $2::bigint, $2::bigint) RETURNING run
      ) INSERT INTO \(schema).inputs (run, value) SELECT run, '1' FROM r RETURNING run
      """
    )
    try prepare(
      "claim",
      """
      UPDATE \(schema).runs SET state = 1, due = $2::bigint, until = $2::bigint,
      worker = 'A worker with a name as long as that of a process', epoch = epoch + 1,
      lease = 30000, fruitless = 1 WHERE run = $1::bigint
      """
    )
    try prepare(
      "record",
      """
      WITH u AS (
        UPDATE \(schema).runs SET until = $2::bigint, token = $2::bigint, position = $2::bigint,
        fruitless = 0 WHERE run = $1::bigint
      ) INSERT INTO \(schema).changes (run, position, epoch, time, kind, path, type, flag, number, value)
      VALUES ($1::bigint, $2::bigint, 1, 1, 1, '/ten steps/step 1', 'Int', false, 0, '1')
      """
    )
    try prepare(
      "end",
      """
      WITH u AS (
        UPDATE \(schema).runs SET state = 2, due = NULL, until = NULL, ended = $2::bigint,
        token = $2::bigint, position = $2::bigint WHERE run = $1::bigint
      ), c AS (
        INSERT INTO \(schema).changes (run, position, epoch, time, kind, path, type, flag, number, value)
        VALUES ($1::bigint, $2::bigint, 1, 1, 1, '/ten steps/step 1', 'Int', false, 0, '1')
      ) INSERT INTO \(schema).outcomes (run, value) VALUES ($1::bigint, '1')
      """
    )
  }

  deinit { PQfinish(connection) }

  func runOneAfterAnother(from first: Int, count: Int) throws {
    for number in first..<first + count {
      let run = try submit(number)
      try claim(run)
      try runSteps(of: run)
    }
  }

  private func submit(_ number: Int) throws -> String {
    try execute("submit", "bare-\(number)", "\(number)")
  }

  private func claim(_ run: String) throws { try execute("claim", run, "1") }

  private func runSteps(of run: String) throws {
    for step in 1..<TenSteps.count { try execute("record", run, "\(step)") }
    try execute("end", run, "\(TenSteps.count)")
  }

  private func prepare(_ name: String, _ sql: String) throws {
    let result = PQprepare(connection, name, sql, 0, nil)
    defer { PQclear(result) }
    if PQresultStatus(result) != PGRES_COMMAND_OK { throw refusal }
  }

  private var refusal: Refused { Refused(message: String(cString: PQerrorMessage(connection))) }

  @discardableResult
  private func execute(_ name: String, _ values: String...) throws -> String {
    let copies = values.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    let pointers = copies.map { UnsafePointer($0) }
    let result = PQexecPrepared(connection, name, Int32(values.count), pointers, nil, nil, 0)
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK: return String(cString: PQgetvalue(result, 0, 0))
    case PGRES_COMMAND_OK: return ""
    default: throw refusal
    }
  }
}
#endif
