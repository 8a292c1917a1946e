#if PostgreSQL
/// The writes of a run of ten steps, made by a bare loop: the same rows in the same tables, in as
/// many transactions, over one connection of libpq, with statements that are prepared once.
///
/// The loop reads nothing, encodes nothing, and has no lease, clock or task.
final class BareLoop {
  private let connection: BareConnection

  init(_ url: String, schema: String) throws {
    connection = BareConnection(url)
    try connection.prepare(
      "submit",
      """
      WITH r AS (
        INSERT INTO \(schema).runs (id, workflow, version, submitted, due)
        VALUES ($1, 'ten steps', 1, $2::bigint, $2::bigint) RETURNING run
      ) INSERT INTO \(schema).inputs (run, value) SELECT run, '1' FROM r RETURNING run
      """
    )
    try connection.prepare(
      "claim",
      """
      UPDATE \(schema).runs SET state = 1, due = $2::bigint, until = $2::bigint,
      worker = 'A worker with a name as long as that of a process', epoch = epoch + 1,
      lease = 30000, fruitless = 1 WHERE run = $1::bigint
      """
    )
    try connection.prepare(
      "record",
      """
      WITH u AS (
        UPDATE \(schema).runs SET until = $2::bigint, token = $2::bigint, position = $2::bigint,
        fruitless = 0 WHERE run = $1::bigint
      ) INSERT INTO \(schema).changes (run, position, epoch, time, kind, path, type, flag, number, value)
      VALUES ($1::bigint, $2::bigint, 1, 1, 1, '/ten steps/step 1', 'Int', false, 0, '1')
      """
    )
    try connection.prepare(
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

  func runOneAfterAnother(from first: Int, count: Int) throws {
    for number in first..<first + count {
      let run = try connection.execute("submit", "bare-\(number)", "\(number)")
      try connection.execute("claim", run, "1")
      for step in 1..<TenSteps.count { try connection.execute("record", run, "\(step)") }
      try connection.execute("end", run, "\(TenSteps.count)")
    }
  }
}
#endif
