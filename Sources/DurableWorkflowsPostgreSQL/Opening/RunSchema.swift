#if PostgreSQL
/// The tables of a store.
enum RunSchema {
  /// The version of this schema.
  static let version = 2
  /// The minimum version of PostgreSQL that the statements require.
  static let minimumServer = 13

  /// Creates missing tables; several processes may do so at once.
  static func migrate(_ database: any PostgreSQLDatabase, schema: SchemaName) async throws {
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
    if try await foundVersion(database, schema) == version { return }
    try await database.transaction { session in
      // The lock lasts until the end of the transaction. Behind a pooler, a lock that belongs to a
      // connection would remain held.
      try await session.query("SET LOCAL lock_timeout = '30s'")
      try await session.query("SELECT pg_advisory_xact_lock($1::bigint)", [.integer(schema.lock)])
      let found = try await foundVersion(session, schema) ?? 0
      for step in steps[found...] {
        for statement in step(schema) { try await session.query(statement) }
      }
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

  /// Returns the version of the tables, or `nil` if there are none.
  private static func foundVersion(
    _ session: some PostgreSQLSession,
    _ schema: SchemaName
  ) async throws -> Int? {
    let table = "\(schema).store"
    guard try await session.hasTable("store", inSchema: schema.name) else { return nil }
    let rows: [PostgreSQLRow]
    do {
      rows = try await session.query("SELECT version::bigint FROM \(table)")
    } catch let error as PostgreSQLError where error.sqlState == "42703" {
      throw PostgreSQLError(.foreign, detail: "the table \(table) is not one of this package")
    }
    guard let version = rows.first?[0].integer, version > 0 else {
      throw PostgreSQLError(.foreign, detail: "the table \(table) has no version")
    }
    if version > self.version {
      let detail = "their schema is \(version), and this version knows \(self.version)"
      throw PostgreSQLError(.newer, detail: detail)
    }
    return version
  }

  /// The steps that create each version from the previous one; a released step never changes.
  private static let steps = [first, second]

  // Runs have a number, which is short in the keys of the other tables. Payloads are kept apart
  // from the rows that each write changes, because PostgreSQL rewrites the whole row.
  //
  // A write of a worker changes 'until', 'token', 'position' and 'fruitless', none of which is
  // indexed, so it writes to the same page if the page has room, and to no index. For a run that a
  // worker has, 'due' is a time before 'until'; a claim that finds such a run moves 'due' forward.
  //
  // The history of a run is a journal: rows are added, and rows of attempts before the last one are
  // removed. The reader interprets the rows together, with the model that all stores share.
  private static func first(_ schema: SchemaName) -> [String] {
    [
      "CREATE SCHEMA IF NOT EXISTS \(schema)",
      """
      CREATE TABLE \(schema).store (
        id smallint PRIMARY KEY CHECK (id = 1),
        version integer NOT NULL,
        seen bigint NOT NULL,
        shift bigint NOT NULL
      ) WITH (fillfactor = 10)
      """,
      "INSERT INTO \(schema).store VALUES (1, 1, 0, 0)",
      """
      CREATE TABLE \(schema).runs (
        run bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        workflow text COLLATE "C" NOT NULL,
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
        token bigint,
        position bigint NOT NULL DEFAULT 0,
        undoing boolean NOT NULL DEFAULT false,
        awaited text[] NOT NULL DEFAULT '{}',
        signalled text[] NOT NULL DEFAULT '{}'
      ) WITH (
        fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.02
      )
      """,
      "CREATE INDEX runs_due ON \(schema).runs (workflow, due, id) WHERE due IS NOT NULL",
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
      """
      CREATE TABLE \(schema).signals (
        run bigint NOT NULL,
        name text COLLATE "C" NOT NULL,
        arrival bigint NOT NULL,
        value bytea NOT NULL,
        PRIMARY KEY (run, name)
      )
      """,
    ]
  }

  // Queues and schedules. Runs without a queue stay in their previous index and are in no other.
  //
  // The runs of a queue are ordered by priority and time. Runs that have begun are kept apart from
  // new ones, because at times only the former may be claimed. Claims that enforce a limit wait for
  // the row of the queue; see 'StoreStatements.openQueues'.
  private static func second(_ schema: SchemaName) -> [String] {
    let queued = "WHERE due IS NOT NULL AND queue IS NOT NULL"
    return [
      """
      ALTER TABLE \(schema).runs
        ADD COLUMN queue text COLLATE "C",
        ADD COLUMN priority bigint NOT NULL DEFAULT 0,
        ADD COLUMN key text COLLATE "C",
        ADD COLUMN started bigint
      """,
      "DROP INDEX \(schema).runs_due",
      """
      CREATE INDEX runs_due ON \(schema).runs (workflow, due, id)
        WHERE due IS NOT NULL AND queue IS NULL
      """,
      """
      CREATE INDEX runs_queued ON \(schema).runs
        (queue, workflow, (started IS NULL), priority, due, id) \(queued)
      """,
      """
      CREATE INDEX runs_queued_due ON \(schema).runs
        (queue, workflow, (started IS NULL), due) \(queued)
      """,
      """
      CREATE INDEX runs_active ON \(schema).runs (queue, workflow)
        WHERE state = 1 AND queue IS NOT NULL
      """,
      """
      CREATE INDEX runs_started ON \(schema).runs (queue, started)
        WHERE started IS NOT NULL AND queue IS NOT NULL
      """,
      "CREATE UNIQUE INDEX runs_key ON \(schema).runs (queue, key) WHERE key IS NOT NULL",
      """
      CREATE TABLE \(schema).queues (
        name text COLLATE "C" PRIMARY KEY, version bigint NOT NULL
      ) WITH (fillfactor = 10)
      """,
      """
      CREATE TABLE \(schema).schedules (
        name text COLLATE "C" PRIMARY KEY,
        workflow text COLLATE "C" NOT NULL,
        input bytea,
        rule bytea NOT NULL,
        next bigint,
        revision bigint NOT NULL
      )
      """,
      """
      CREATE INDEX schedules_next ON \(schema).schedules (workflow, next, name)
        WHERE next IS NOT NULL
      """,
      "UPDATE \(schema).store SET version = 2",
    ]
  }
}
#endif
