#if PostgreSQL
/// The statements of a store, which name its schema and its clock.
///
/// Each is one round trip and one transaction, and takes arrays, so that what arrives together goes
/// together. The conditions on the epoch stand in the statement that writes: PostgreSQL looks at
/// them again if it has waited for the row.
struct StoreStatements: Sendable {
  let schema: SchemaName
  /// The time of the system, in milliseconds.
  let systemTime: String

  /// The clock of the server.
  static let systemTime = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

  /// A parameter whose value is not known when the statement is planned.
  ///
  /// Otherwise PostgreSQL takes a plan for the values at hand for a better one, since their arrays
  /// are short, and plans the statement anew each time. That takes longer than to execute it.
  static func unseen(_ parameter: String) -> String { "(SELECT \(parameter))" }

  /// A condition that is true for each text, and of which PostgreSQL expects that it seldom is.
  ///
  /// It takes an array whose length is not known for one of ten elements. So a plan for the one
  /// element at hand looks better, and is made anew each time; and for ten times ten of them
  /// PostgreSQL compiles the statement.
  static func holds(_ text: String) -> String { "\(text) || '' = \(text)" }

  /// The workflows of a claim, and how many runs it gets at most.
  static let workflows = """
    (SELECT name FROM unnest(\(unseen("$1::text[]"))) AS w(name) WHERE \(holds("name")))
    """
  static let limit = unseen("$2::bigint")

  /// The time of the store, at the beginning of the statement.
  ///
  /// It is read once, so that indexes can be used with it.
  var clock: String {
    """
    clock AS MATERIALIZED (
      SELECT greatest(\(systemTime) + shift, seen) AS now, seen, shift FROM \(schema).store
      WHERE id = 1
    )
    """
  }

  /// All that is known of runs, whose columns are in a part `found` of the statement.
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

  /// Keeps the time, and goes on from there if the clock of the server was set back.
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
