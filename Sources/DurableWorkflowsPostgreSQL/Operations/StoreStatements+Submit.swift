#if PostgreSQL
extension StoreStatements {
  /// The requested runs, in twelve parameters.
  private var askedRuns: String {
    let types = [
      "bigint", "text", "text", "bigint", "bytea", "bigint", "bigint", "bigint", "text", "text",
      "bigint", "text",
    ]
    return """
      asked AS MATERIALIZED (
        SELECT * FROM unnest(\(Self.arrays(types, from: 1)))
          AS a(
            place, id, workflow, version, input, delay, time_limit, count, queue, partition,
            priority, key
          )
      )
      """
  }

  /// The inputs and records of runs that were added, in the ten parameters after those.
  private var addedParts: String {
    let types = [
      "text", "bigint", "bigint", "smallint", "text", "text", "boolean", "bigint", "bigint",
      "bytea",
    ]
    return """
      added_inputs AS (
        INSERT INTO \(schema).inputs (run, value)
        SELECT added.run, asked.input FROM added JOIN asked USING (id)
      ),
      added_records AS (
        INSERT INTO \(schema).changes
          (run, position, epoch, time, kind, path, type, flag, number, other, value)
        SELECT added.run, r.position, 0, r.time, r.kind, r.path, r.type, r.flag, r.number, r.other,
          r.value
        FROM unnest(\(Self.arrays(types, from: 13)))
          AS r(id, position, time, kind, path, type, flag, number, other, value)
        JOIN added USING (id)
      )
      """
  }

  /// The signals that runs are submitted with, in the three parameters after those.
  private var sentSignals: String {
    """
    sent AS MATERIALIZED (
      SELECT * FROM unnest(\(Self.arrays(["text", "text", "bytea"], from: 23)))
        AS s(id, name, value)
    )
    """
  }

  private static func arrays(_ types: [String], from first: Int) -> String {
    types.enumerated().map { unseen("$\(first + $0)::\($1)[]") }.joined(separator: ", ")
  }

  // In the order of keys and identifiers, so that two of these statements do not deadlock. A run is
  // left out if another run has its identifier or its key.
  var submit: String {
    """
    WITH \(clock),
    \(askedRuns),
    \(sentSignals),
    added AS (
      INSERT INTO \(schema).runs
        (id, workflow, version, submitted, deadline, due, position, queue, partition, priority, key,
        signalled)
      SELECT id, workflow, version, now, now + time_limit, now + delay, count, queue, partition,
        priority, key,
        ARRAY (SELECT sent.name FROM sent WHERE sent.id = asked.id)
      FROM asked, clock
      ORDER BY queue COLLATE "C", key COLLATE "C", id COLLATE "C"
      ON CONFLICT DO NOTHING RETURNING run, id
    ),
    \(addedParts),
    added_signals AS (
      INSERT INTO \(schema).signals (run, name, arrival, value)
      SELECT added.run, sent.name, clock.now, sent.value
      FROM added JOIN sent USING (id), clock
    )
    SELECT place FROM added JOIN asked USING (id)
    """
  }

  /// Finds what prevents runs from being added: the run with the identifier, and whether it is the
  /// same, or the run that has the key.
  var obstacles: String {
    """
    SELECT a.place,
      r.workflow = a.workflow AND r.version = a.version AND i.value = a.input, h.id
    FROM unnest(
      $1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bytea[], $6::text[], $7::text[]
    ) AS a(place, id, workflow, version, input, queue, key)
    LEFT JOIN \(schema).runs AS r ON r.id = a.id
    LEFT JOIN \(schema).inputs AS i ON i.run = r.run
    LEFT JOIN \(schema).runs AS h ON h.queue = a.queue AND h.key = a.key
    WHERE r.id IS NOT NULL OR h.id IS NOT NULL
    """
  }

  var free: String {
    """
    UPDATE \(schema).runs SET key = NULL
    WHERE id = $1::text AND queue = $2::text AND key = $3::text RETURNING run
    """
  }
}
#endif
