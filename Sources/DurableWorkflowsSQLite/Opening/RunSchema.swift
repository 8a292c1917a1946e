#if SQLite
internal import DurableWorkflows
internal import Foundation
internal import GRDB

/// The tables of a store.
///
/// The tables have their own version number instead of that of GRDB's migrator: the database may
/// belong to the client, whose migrator treats foreign entries in its table as those of a newer
/// version.
enum RunSchema {
  /// The version of this schema.
  static let version = 1
  /// The minimum version of SQLite that the statements require.
  static let minimumLibrary = "3.38.0"

  /// Throws if a store may not use a file.
  static func inspect(
    _ db: Database,
    file: String,
    _ options: SQLiteRunStoreOptions
  ) throws {
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    if count > 0 {
      guard try isPresent(db) else { throw SQLiteRunStoreError(.foreign, file: file) }
      try requireOwn(db, file: file)
    }
    guard options.checksForDamage else { return }
    let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
    if let finding, finding != "ok" {
      throw SQLiteRunStoreError(.damaged, file: file, detail: finding)
    }
  }

  /// Creates missing tables in a transaction, so that several processes can do so at once.
  static func create(_ db: Database, file: String) throws {
    try requireLibrary(db, file: file)
    if try !isPresent(db) {
      try db.execute(sql: statements)
      try db.execute(
        sql: "INSERT INTO tenon_store VALUES (1, ?, ?, 0, 0, 0, '', 0)",
        arguments: [version, fingerprint]
      )
    }
    try requireTables(db, file: file)
  }

  /// Throws if the tables are not those of a store, or some are missing.
  static func requireTables(_ db: Database, file: String) throws {
    try requireLibrary(db, file: file)
    guard try isPresent(db) else { throw SQLiteRunStoreError(.foreign, file: file) }
    try requireOwn(db, file: file)
    // Throws if a table or the column that is the last one is missing.
    _ = try db.makeStatement(sql: "SELECT started FROM tenon_runs")
    for table in tables { _ = try db.makeStatement(sql: "SELECT * FROM tenon_\(table)") }
  }

  /// The tables beside that of the runs and that of the version.
  private static let tables = [
    "inputs", "ends", "undoing", "records", "marks", "waits", "limits", "attempts", "undone",
    "signals", "tags", "queues", "schedules",
  ]

  private static func requireLibrary(_ db: Database, file: String) throws {
    let library = try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? ""
    if library.compare(minimumLibrary, options: .numeric) == .orderedAscending {
      throw SQLiteRunStoreError(.outdatedLibrary, file: file, detail: library)
    }
  }

  private static func isPresent(_ db: Database) throws -> Bool { try db.tableExists("tenon_store") }

  /// Throws if the tables are not those that this version creates.
  private static func requireOwn(_ db: Database, file: String) throws {
    let unreleased = SQLiteRunStoreError(.foreign, file: file, detail: unreleasedBuild)
    // Unreleased builds had several versions, and no fingerprint.
    let columns = try db.columns(in: "tenon_store").map(\.name)
    guard columns.contains("fingerprint") else {
      throw columns.contains("time") ? unreleased : SQLiteRunStoreError(.foreign, file: file)
    }
    let row = try Row.fetchOne(db, sql: "SELECT version, fingerprint FROM tenon_store")
    guard let row, let found: Int = row[0], found >= 1 else {
      throw SQLiteRunStoreError(.damaged, file: file, detail: "its schema has no version")
    }
    if found > version {
      let detail = "its schema is \(found), and this version knows \(version)"
      throw SQLiteRunStoreError(.newer, file: file, detail: detail)
    }
    if row[1] as Int? != fingerprint { throw unreleased }
  }

  private static let unreleasedBuild = "a build of Tenon before its first release wrote it"

  /// Identifies the text of the statements, which tells builds apart until a version is released.
  private static let fingerprint = SchemaFingerprint(statements).value

  // Runs have a number, which is short in the keys of the other tables. Payloads are kept apart
  // from the rows that each write changes. In the other tables they are the last columns, so that
  // reading the columns before them reads no page that contains only payload.
  //
  // Extending a lease changes 'until' and no indexed column. For a run that a worker has, 'due' is
  // a time before 'until'; a claim that finds such a run moves 'due' forward.
  //
  // The time of the store is 'time' and what the uptime of the machine has advanced since. 'shift'
  // is the difference between the date and that time for which waits for dates were last planned;
  // see 'StoreClock'.
  //
  // Runs without a queue are in no index of queues. The index that claims search is ordered by
  // priority. Runs that have begun also have a separate index, for times in which no other run may
  // begin.
  private static let statements = """
    CREATE TABLE tenon_store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL,
      fingerprint INTEGER NOT NULL,
      time INTEGER NOT NULL,
      date INTEGER NOT NULL,
      uptime INTEGER NOT NULL,
      boot TEXT NOT NULL,
      shift INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE tenon_runs (
      run INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      workflow TEXT NOT NULL,
      version INTEGER NOT NULL,
      submitted INTEGER NOT NULL,
      deadline INTEGER,
      state INTEGER NOT NULL,
      due INTEGER,
      until INTEGER,
      ended INTEGER,
      worker TEXT,
      epoch INTEGER NOT NULL,
      lease INTEGER NOT NULL,
      fruitless INTEGER NOT NULL,
      cancelled INTEGER NOT NULL,
      paused INTEGER NOT NULL DEFAULT 0,
      token INTEGER,
      sequence INTEGER NOT NULL,
      undoing INTEGER NOT NULL,
      awaited TEXT,
      queue TEXT,
      partition TEXT NOT NULL DEFAULT '',
      priority INTEGER NOT NULL DEFAULT 0,
      key TEXT,
      started INTEGER
    ) STRICT;
    CREATE INDEX tenon_runs_due ON tenon_runs (workflow, version, due, id)
      WHERE due IS NOT NULL AND queue IS NULL;
    CREATE INDEX tenon_runs_queued
      ON tenon_runs (queue, partition, workflow, version, priority, due, id)
      WHERE due IS NOT NULL AND queue IS NOT NULL;
    CREATE INDEX tenon_runs_resumed
      ON tenon_runs (queue, partition, workflow, version, priority, due, id)
      WHERE due IS NOT NULL AND queue IS NOT NULL AND started IS NOT NULL;
    CREATE INDEX tenon_runs_active ON tenon_runs (queue, partition, workflow, version)
      WHERE state = 1 AND queue IS NOT NULL;
    CREATE INDEX tenon_runs_started ON tenon_runs (queue, partition, started)
      WHERE started IS NOT NULL AND queue IS NOT NULL;
    CREATE UNIQUE INDEX tenon_runs_key ON tenon_runs (queue, key) WHERE key IS NOT NULL;
    CREATE INDEX tenon_runs_worker ON tenon_runs (worker, id) WHERE state = 1;
    CREATE INDEX tenon_runs_ended ON tenon_runs (ended, id) WHERE ended IS NOT NULL;
    CREATE INDEX tenon_runs_submitted ON tenon_runs (submitted, id);

    CREATE TABLE tenon_inputs (run INTEGER PRIMARY KEY, value BLOB NOT NULL) STRICT;
    CREATE TABLE tenon_ends (
      run INTEGER PRIMARY KEY, type TEXT, message TEXT, value BLOB
    ) STRICT;
    CREATE TABLE tenon_undoing (run INTEGER PRIMARY KEY, type TEXT, message TEXT) STRICT;

    CREATE TABLE tenon_records (
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      compensated INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      time INTEGER NOT NULL,
      took INTEGER NOT NULL,
      type TEXT NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tenon_marks (
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      epoch INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      doubt INTEGER NOT NULL,
      earlier INTEGER NOT NULL,
      PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tenon_waits (
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      due INTEGER NOT NULL,
      date INTEGER,
      PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tenon_limits (
      run INTEGER NOT NULL, path TEXT NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tenon_attempts (
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      failed INTEGER NOT NULL,
      due INTEGER NOT NULL,
      PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tenon_undone (
      run INTEGER NOT NULL, path TEXT NOT NULL, succeeded INTEGER NOT NULL, PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tenon_signals (
      run INTEGER NOT NULL,
      name TEXT NOT NULL,
      arrival INTEGER NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (run, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tenon_tags (
      run INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (run, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tenon_tags_value ON tenon_tags (name, value, run);

    CREATE TABLE tenon_queues (
      name TEXT PRIMARY KEY, paused INTEGER NOT NULL DEFAULT 0, most INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tenon_schedules (
      name TEXT PRIMARY KEY,
      workflow TEXT NOT NULL,
      version INTEGER NOT NULL,
      input BLOB,
      rule BLOB NOT NULL,
      place BLOB,
      next INTEGER,
      paused INTEGER NOT NULL DEFAULT 0,
      revision INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tenon_schedules_next ON tenon_schedules (workflow, version, next, name)
      WHERE next IS NOT NULL AND NOT paused;
    """
}
#endif
