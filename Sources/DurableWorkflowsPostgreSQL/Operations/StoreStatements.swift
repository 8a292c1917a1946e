#if PostgreSQL
/// The SQL statements of a store, with its schema and its clock.
///
/// Each statement is one round trip and one transaction, and takes arrays, so that requests that
/// arrive together are executed together. The conditions on the epoch are part of the statement
/// that writes: PostgreSQL checks them again if it has waited for the row.
struct StoreStatements: Sendable {
  let schema: SchemaName
  /// The SQL expression of the system time, in milliseconds.
  let systemTime: String

  /// The clock of the server.
  static let systemTime = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

  /// Returns a parameter whose value is unknown when the statement is planned.
  ///
  /// Otherwise PostgreSQL prefers a plan for the current values, because their arrays are short,
  /// and plans the statement anew each time, which takes longer than executing it.
  static func unseen(_ parameter: String) -> String { "(SELECT \(parameter))" }

  /// Returns a condition that is true for every text but that PostgreSQL expects to be rarely true.
  ///
  /// PostgreSQL assumes ten elements for an array of unknown length. A plan for the one actual
  /// element then looks better and is made anew each time, and for ten times ten elements
  /// PostgreSQL compiles the statement.
  static func holds(_ text: String) -> String { "\(text) || '' = \(text)" }

  /// The workflows of a claim and the maximum number of its runs.
  static let workflows = """
    (
      SELECT name, version
      FROM unnest(\(unseen("$1::text[]")), \(unseen("$7::bigint[]"))) AS w(name, version)
      WHERE \(holds("name"))
    )
    """
  static let limit = unseen("$2::bigint")

  /// The time of the store, computed from its row.
  var time: String { "greatest(\(systemTime) + shift, seen)" }

  /// Selects the time of the store at the beginning of the statement.
  ///
  /// The time is read once, so that it can be used with indexes.
  var clock: String {
    """
    clock AS MATERIALIZED (
      SELECT \(time) AS now, seen, shift FROM \(schema).store
      WHERE id = 1
    )
    """
  }

  /// Selects the complete state of the runs whose columns are in the part `found` of the statement.
  var whole: String {
    let empty = Array(repeating: "NULL", count: RunParts.headCount - 1).joined(separator: ", ")
    func part(_ table: String, _ columns: String) -> String {
      "UNION ALL SELECT run, \(empty), \(columns) FROM found JOIN \(schema).\(table) AS p USING (run)"
    }
    return """
      SELECT \(RunParts.head), 20 AS kind, NULL::bigint AS position, NULL::bigint AS entry_epoch, \
      NULL::bigint AS time, NULL::text AS path, NULL::text AS type, NULL::boolean AS flag, \
      NULL::bigint AS number, NULL::bigint AS other, NULL::bytea AS value FROM found
      \(part("changes", "p.kind, p.position, p.epoch, p.time, p.path, p.type, p.flag, p.number, p.other, p.value"))
      \(part("inputs", "21, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, p.value"))
      \(part("outcomes", "22, NULL, NULL, NULL, p.message, p.type, NULL, NULL, NULL, p.value"))
      \(part("signals", "23, NULL, NULL, p.arrival, p.name, NULL, NULL, NULL, NULL, p.value"))
      """
  }

  var now: String { "WITH \(clock) SELECT now FROM clock" }

  var load: String {
    """
    WITH found AS MATERIALIZED (SELECT * FROM \(schema).runs WHERE id = ANY (\(Self.unseen("$1::text[]"))::text[]))
    \(whole)
    """
  }

  /// Stores the time, from which the store continues if the clock of the server is set back.
  var keepTime: String {
    """
    UPDATE \(schema).store AS s SET \
    shift = CASE WHEN \(systemTime) + s.shift < s.seen THEN s.seen - \(systemTime) ELSE s.shift END, \
    seen = greatest(s.seen, \(systemTime) + s.shift) \
    WHERE id = (SELECT id FROM \(schema).store FOR UPDATE SKIP LOCKED)
    """
  }
}
#endif
