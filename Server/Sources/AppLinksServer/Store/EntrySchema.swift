#if PostgreSQL
package import DurableWorkflowsPostgreSQL

/// The tables of a store in a database that many servers share.
package struct EntrySchema: Sendable {
  /// The version of these tables.
  private static let version = 1

  /// The first version of PostgreSQL that supports all statements.
  private static let minimumServer = 13

  /// The number of rows that together count the entries.
  ///
  /// Each new entry briefly locks one of them.
  static let countParts = 16

  private let plainName: String

  /// The name in quotes.
  let name: String

  package init(_ name: String) {
    plainName = name
    self.name = "\"\(name.replacing("\"", with: "\"\""))\""
  }

  /// Creates the missing tables.
  ///
  /// Several servers may do so at the same time.
  ///
  /// - Throws: A ``SetupError`` if the database is not suitable, and the database's errors.
  package func migrate(_ database: any PostgreSQLDatabase) async throws {
    try await inspect(database)
    // A schema that is up to date requires no right to create anything.
    if try await foundVersion(database) == Self.version { return try await inspectRights(database) }
    try await database.transaction { session in
      try await session.query("SET LOCAL lock_timeout = '30s'")
      // This lock lasts until the end of the transaction, also behind a connection pooler.
      try await session.query(
        "SELECT pg_advisory_xact_lock(hashtextextended('applinks ' || $1::text, 0))",
        [.text(plainName)]
      )
      if try await foundVersion(session) == Self.version { return }
      for statement in statements { try await session.query(statement) }
    }
  }

  private func inspect(_ database: any PostgreSQLDatabase) async throws {
    let rows = try await database.query(
      """
      SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding'), \
      current_setting('transaction_read_only')
      """
    )
    let number = rows.first?[0].integer ?? 0
    if number < Self.minimumServer * 10_000 {
      throw SetupError(
        "The store needs PostgreSQL \(Self.minimumServer) or later, and the server has "
          + "the version \(number / 10_000)."
      )
    }
    if rows.first?[1].text != "UTF8" {
      throw SetupError("The database of the store must have the encoding UTF8; create another one.")
    }
    if rows.first?[2].text == "on" {
      throw SetupError(
        "The database of the store accepts no writes. Connect to the primary server, "
          + "for instance with 'target_session_attrs=read-write'."
      )
    }
  }

  /// Finds out at the start what every load would fail of.
  private func inspectRights(_ database: any PostgreSQLDatabase) async throws {
    let rows = try await database.query(
      """
      SELECT quote_ident(current_user), bool_and(has_table_privilege(table_of.id, held.name)) \
      FROM unnest(ARRAY['entries', 'leases', 'counts']) AS part(name), \
      LATERAL (SELECT to_regclass($1::text || '.' || part.name) AS id) AS table_of, \
      unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS held(name)
      """,
      [.text(name)]
    )
    guard let row = rows.first, row[1].boolean == false else { return }
    throw SetupError(
      "The role of the store may not write its tables. Let their owner execute: GRANT SELECT, "
        + "INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(name) TO \(row[0].text ?? "the role")"
    )
  }

  /// Returns the version of the tables, or `nil` if there are none.
  private func foundVersion(_ session: some PostgreSQLSession) async throws -> Int? {
    guard try await session.hasTable("applinks_store", inSchema: plainName) else { return nil }
    let rows = try await session.query("SELECT version::bigint FROM \(name).applinks_store")
    guard let version = rows.first?[0].integer, version <= Self.version else {
      throw SetupError(
        "The tables in the schema \(name) are those of a newer applinks-server. Nothing was "
          + "changed; use that version, or another schema."
      )
    }
    return version
  }

  // A URL can be longer than an index key, so rows are found by the hash of their key.
  private var statements: [String] {
    [
      "CREATE SCHEMA IF NOT EXISTS \(name)",
      "CREATE TABLE \(name).applinks_store (version integer NOT NULL)",
      "INSERT INTO \(name).applinks_store VALUES (\(Self.version))",
      """
      CREATE TABLE \(name).entries (
        id bytea PRIMARY KEY,
        key text COLLATE "C" NOT NULL,
        content bytea NOT NULL,
        loaded bigint NOT NULL,
        fresh_until bigint NOT NULL,
        stale_until bigint NOT NULL,
        token bigint NOT NULL
      )
      """,
      "CREATE INDEX entries_by_end ON \(name).entries (stale_until)",
      """
      CREATE TABLE \(name).leases (
        id bytea PRIMARY KEY, token bigint NOT NULL, until bigint NOT NULL
      )
      """,
      """
      CREATE TABLE \(name).counts (
        part integer PRIMARY KEY, entries bigint NOT NULL
      ) WITH (fillfactor = 10)
      """,
      """
      INSERT INTO \(name).counts
      SELECT part, 0 FROM generate_series(0, \(Self.countParts - 1)) AS p(part)
      """,
    ]
  }
}
#endif
