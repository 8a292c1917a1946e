#if PostgreSQL
internal import DurableWorkflows

/// The tables of a store.
enum RunSchema {
  /// The version of this schema.
  static let version = 1
  /// The minimum version of PostgreSQL that the statements require.
  static let minimumServer = 13

  /// Creates missing tables; several processes may do so at once.
  static func create(_ database: any PostgreSQLDatabase, schema: SchemaName) async throws {
    do {
      try await open(database, schema)
    } catch let error as PostgreSQLError {
      // A process may have several stores, and one of them is refused.
      throw error.of((database as? LibPQDatabase)?.description ?? "")
    }
  }

  private static func open(_ database: any PostgreSQLDatabase, _ schema: SchemaName) async throws {
    try await inspect(database)
    // An up-to-date schema requires no privilege to create anything.
    if try await isPresent(database, schema) { return }
    try await database.transaction { session in
      // The lock lasts until the end of the transaction. Behind a pooler, a lock that belongs to a
      // connection would remain held.
      try await session.query("SET LOCAL lock_timeout = '30s'")
      try await session.query("SELECT pg_advisory_xact_lock($1::bigint)", [.integer(schema.lock)])
      if try await isPresent(session, schema) { return }
      for statement in statements(schema) { try await session.query(statement) }
      try await session.query(
        "INSERT INTO \(schema).store VALUES (1, $1::integer, $2::bigint, 0, 0)",
        [.integer(version), .integer(fingerprint)]
      )
    }
  }

  /// Throws if a store cannot uphold its guarantees on a server.
  private static func inspect(_ database: any PostgreSQLDatabase) async throws {
    let rows = try await database.query(
      """
      SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding'), \
      current_setting('synchronous_commit'), current_setting('transaction_read_only')
      """
    )
    guard let row = rows.first, let number = row[0].integer else { throw PostgreSQLError(.foreign) }
    if number < minimumServer * 10_000 {
      throw PostgreSQLError(
        .outdatedServer,
        detail: "it has the version \(number / 10_000), and \(minimumServer) is needed"
      )
    }
    if row[1].text != "UTF8" {
      throw PostgreSQLError(.unsuitableEncoding, detail: row[1].text ?? "")
    }
    if row[2].text == "off" { throw PostgreSQLError(.asynchronousCommit) }
    if row[3].text == "on" { throw PostgreSQLError(.readOnly, sqlState: "25006") }
  }

  /// Returns whether the schema has the tables.
  ///
  /// - Throws: An error if they are not those that this version creates.
  private static func isPresent(
    _ session: some PostgreSQLSession,
    _ schema: SchemaName
  ) async throws -> Bool {
    let table = "\(schema).store"
    guard try await session.hasTable("store", inSchema: schema.name) else { return false }
    let names = try await session.query(
      """
      SELECT a.attname::text
      FROM pg_catalog.pg_attribute AS a
      JOIN pg_catalog.pg_class AS c ON c.oid = a.attrelid
      JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname = $1::text AND c.relname = 'store' AND a.attnum > 0
      """,
      [.text(schema.name)]
    )
    .map { $0[0].text }
    let unreleased = PostgreSQLError(
      .foreign,
      detail: "a build of Tenon before its first release created the table \(table)"
    )
    // Unreleased builds had several versions, and no fingerprint.
    guard names.contains("fingerprint") else {
      if names.contains("seen") { throw unreleased }
      throw PostgreSQLError(.foreign, detail: "the table \(table) is not one of this package")
    }
    let rows = try await session.query("SELECT version::bigint, fingerprint FROM \(table)")
    guard let row = rows.first, let found = row[0].integer, found > 0 else {
      throw PostgreSQLError(.foreign, detail: "the table \(table) has no version")
    }
    if found > version {
      let detail = "their schema is \(found), and this version knows \(version)"
      throw PostgreSQLError(.newer, detail: detail)
    }
    if row[1].integer != fingerprint { throw unreleased }
    return true
  }

  /// Identifies the text of the statements, which tells builds apart until a version is released.
  private static let fingerprint = SchemaFingerprint(statements("").joined(separator: ";")).value

  // Runs have a number, which is short in the keys of the other tables. Payloads are kept apart
  // from the rows that each write changes, because PostgreSQL rewrites the whole row.
  //
  // A write of a worker changes 'until', 'token', 'position' and 'fruitless', none of which is
  // indexed, so it writes to the same page if the page has room, and to no index. For a run that a
  // worker has, 'due' is a time before 'until'; a claim that finds such a run moves 'due' forward.
  //
  // Runs without a queue are in no index of queues. The runs of a partition of a queue are ordered
  // by priority and time. Runs that have begun are kept apart from new ones, because at times only
  // the former may be claimed. Claims that enforce a limit wait for the row of the queue; see
  // 'StoreStatements.openQueues'.
  //
  // The history of a run is a journal: rows are added, and rows of attempts before the last one are
  // removed. The reader interprets the rows together, with the model that all stores share.
  private static func statements(_ schema: some CustomStringConvertible) -> [String] {
    let queued = "WHERE due IS NOT NULL AND queue IS NOT NULL"
    return [
      "CREATE SCHEMA IF NOT EXISTS \(schema)",
      """
      CREATE TABLE \(schema).store (
        id smallint PRIMARY KEY CHECK (id = 1),
        version integer NOT NULL,
        fingerprint bigint NOT NULL,
        seen bigint NOT NULL,
        shift bigint NOT NULL
      ) WITH (fillfactor = 10)
      """,
      """
      CREATE TABLE \(schema).runs (
        run bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        workflow text COLLATE "C" NOT NULL,
        version bigint NOT NULL,
        submitted bigint NOT NULL,
        deadline bigint,
        state smallint NOT NULL DEFAULT 0,
        due bigint,
        until bigint,
        ended bigint,
        worker text COLLATE "C",
        epoch bigint NOT NULL DEFAULT 0,
        lease bigint NOT NULL DEFAULT 0,
        fruitless bigint NOT NULL DEFAULT 0,
        cancelled boolean NOT NULL DEFAULT false,
        paused boolean NOT NULL DEFAULT false,
        token bigint,
        position bigint NOT NULL DEFAULT 0,
        undoing boolean NOT NULL DEFAULT false,
        awaited text[] NOT NULL DEFAULT '{}',
        signalled text[] NOT NULL DEFAULT '{}',
        queue text COLLATE "C",
        partition text COLLATE "C" NOT NULL DEFAULT '',
        priority bigint NOT NULL DEFAULT 0,
        key text COLLATE "C",
        started bigint
      ) WITH (
        fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.02
      )
      """,
      "CREATE INDEX runs_worker ON \(schema).runs (worker, run) WHERE state = 1",
      "CREATE INDEX runs_ended ON \(schema).runs (ended, id) WHERE ended IS NOT NULL",
      "CREATE INDEX runs_submitted ON \(schema).runs (submitted, id)",
      "CREATE TABLE \(schema).inputs (run bigint PRIMARY KEY, value bytea NOT NULL)",
      """
      CREATE TABLE \(schema).outcomes (
        run bigint PRIMARY KEY, type text, message text, value bytea
      )
      """,
      """
      CREATE TABLE \(schema).changes (
        run bigint NOT NULL,
        position bigint NOT NULL,
        epoch bigint NOT NULL,
        time bigint NOT NULL,
        kind smallint NOT NULL,
        path text COLLATE "C",
        type text,
        flag boolean,
        number bigint,
        other bigint,
        value bytea,
        PRIMARY KEY (run, position)
      )
      """,
      "CREATE INDEX changes_tags ON \(schema).changes (path, type, run) WHERE kind = 12",
      """
      CREATE TABLE \(schema).signals (
        run bigint NOT NULL,
        name text COLLATE "C" NOT NULL,
        arrival bigint NOT NULL,
        value bytea NOT NULL,
        PRIMARY KEY (run, name)
      )
      """,
      """
      CREATE INDEX runs_due ON \(schema).runs (workflow, version, due, id)
        WHERE due IS NOT NULL AND queue IS NULL
      """,
      """
      CREATE INDEX runs_queued ON \(schema).runs
        (queue, partition, workflow, version, (started IS NULL), priority, due, id) \(queued)
      """,
      """
      CREATE INDEX runs_queued_due ON \(schema).runs
        (queue, partition, workflow, version, (started IS NULL), due) \(queued)
      """,
      """
      CREATE INDEX runs_active ON \(schema).runs (queue, partition, workflow, version)
        WHERE state = 1 AND queue IS NOT NULL
      """,
      """
      CREATE INDEX runs_started ON \(schema).runs (queue, partition, started)
        WHERE started IS NOT NULL AND queue IS NOT NULL
      """,
      "CREATE UNIQUE INDEX runs_key ON \(schema).runs (queue, key) WHERE key IS NOT NULL",
      """
      CREATE TABLE \(schema).queues (
        name text COLLATE "C" PRIMARY KEY,
        version bigint NOT NULL,
        paused boolean NOT NULL DEFAULT false,
        most bigint
      ) WITH (fillfactor = 10)
      """,
      """
      CREATE TABLE \(schema).schedules (
        name text COLLATE "C" PRIMARY KEY,
        workflow text COLLATE "C" NOT NULL,
        version bigint NOT NULL,
        input bytea,
        rule bytea NOT NULL,
        place bytea,
        next bigint,
        paused boolean NOT NULL DEFAULT false,
        revision bigint NOT NULL
      )
      """,
      """
      CREATE INDEX schedules_next ON \(schema).schedules (workflow, version, next, name)
        WHERE next IS NOT NULL AND NOT paused
      """,
    ]
  }
}
#endif
