import Foundation
package import GRDB

/// A store in a file that the processes of one machine share.
package final class SQLiteEntryStore: EntryStore {
  private let database: any DatabaseWriter
  private let clock: WallClock

  /// Opens a file, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - clock: The clock.
  /// - Throws: A ``SetupError`` if the file cannot be used.
  package convenience init(path: String, clock: WallClock = WallClock()) throws {
    var configuration = Configuration()
    // Other processes write only briefly.
    configuration.busyMode = .timeout(2)
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { db in
      // What is lost when the machine crashes can be loaded from the web again.
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    if path.isEmpty {
      throw SetupError("The store has no name; name a file, 'memory', or a URL 'postgres://…'.")
    }
    do {
      let pool = try Self.whileBusy { try DatabasePool(path: path, configuration: configuration) }
      try self.init(pool, clock: clock)
    } catch is Newer {
      throw SetupError(
        "The file '\(path)' is that of a newer applinks-server. Nothing was changed; use that "
          + "version, or another file."
      )
    } catch let error as DatabaseError {
      throw SetupError("The store '\(path)' cannot be opened: \(error.message ?? "\(error)").")
    }
  }

  /// Creates a store in memory.
  package convenience init(clock: WallClock = WallClock()) throws {
    try self.init(DatabaseQueue(), clock: clock)
  }

  package init(_ database: any DatabaseWriter, clock: WallClock = WallClock()) throws {
    self.database = database
    self.clock = clock
    try Self.whileBusy {
      if try database.read(Self.migrator.hasBeenSuperseded) { throw Newer() }
      try Self.migrate(database)
    }
  }

  /// Repeats what SQLite refuses immediately, whatever the timeout, while others open a new file.
  private static func whileBusy<Value>(_ body: () throws -> Value) throws -> Value {
    let end = ContinuousClock.now + .seconds(2)
    while true {
      do {
        return try body()
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end
      {
        usleep(10_000)
      }
    }
  }

  /// Creates the missing tables.
  ///
  /// Of two servers that find a table missing at the same time, the later one fails to create it,
  /// and finds it when it looks again.
  private static func migrate(_ database: any DatabaseWriter) throws {
    let migrator = migrator
    for _ in migrator.migrations {
      do {
        return try migrator.migrate(database)
      } catch let error as DatabaseError
        where [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode)
      {}
    }
    try migrator.migrate(database)
  }

  /// The tables are those of a newer version.
  private struct Newer: Error {}

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("entries") { db in
      try db.execute(
        sql: """
          CREATE TABLE entries (
            key TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL, loaded INTEGER NOT NULL,
            fresh_until INTEGER NOT NULL, stale_until INTEGER NOT NULL
          );
          CREATE INDEX entries_by_end ON entries (stale_until);
          CREATE TABLE leases (
            key TEXT NOT NULL PRIMARY KEY, token INTEGER NOT NULL, until INTEGER NOT NULL
          ) WITHOUT ROWID;
          """
      )
    }
    // Counting the rows takes time that grows with their number.
    migrator.registerMigration("counts") { db in
      try db.execute(
        sql: """
          CREATE TABLE counts (id INTEGER PRIMARY KEY CHECK (id = 1), entries INTEGER NOT NULL);
          INSERT INTO counts SELECT 1, count(*) FROM entries;
          CREATE TRIGGER entries_added AFTER INSERT ON entries
            BEGIN UPDATE counts SET entries = entries + 1; END;
          CREATE TRIGGER entries_removed AFTER DELETE ON entries
            BEGIN UPDATE counts SET entries = entries - 1; END;
          """
      )
    }
    return migrator
  }

  package func entry(_ key: String) async throws -> Entry? {
    try await database.read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: "SELECT content, loaded, fresh_until, stale_until FROM entries WHERE key = ?"
        ),
        arguments: [key]
      )
      return row.map { row in
        Entry(
          key: key,
          content: [UInt8](row["content"] as Data),
          loaded: row["loaded"],
          freshUntil: row["fresh_until"],
          staleUntil: row["stale_until"]
        )
      }
    }
  }

  package func claim(_ key: String, for time: Duration) async throws -> Claim {
    let lease = Lease(key)
    return try await database.write { [clock] db in
      let now = clock.now()
      let token = try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            INSERT INTO leases (key, token, until) VALUES (?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET token = excluded.token, until = excluded.until
            WHERE until <= ? RETURNING token
            """
        ),
        arguments: [key, lease.token, now + time.milliseconds, now]
      )
      if token != nil { return .taken(lease) }
      let end = try Int64.fetchOne(
        db,
        sql: "SELECT until FROM leases WHERE key = ?",
        arguments: [key]
      )
      return .held(for: .milliseconds(max(0, (end ?? now) - now)))
    }
  }

  package func renew(_ lease: Lease, for time: Duration) async throws -> Bool {
    try await database.write { [clock] db in
      try db.cachedStatement(sql: "UPDATE leases SET until = ? WHERE key = ? AND token = ?")
        .execute(arguments: [clock.now() + time.milliseconds, lease.key, lease.token])
      return db.changesCount > 0
    }
  }

  package func save(_ entry: Entry, under lease: Lease) async throws -> Bool {
    try await database.write { db in
      guard try Self.giveBack(lease, db) else { return false }
      try db.cachedStatement(
        sql: """
          INSERT INTO entries (key, content, loaded, fresh_until, stale_until)
          VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (key) DO UPDATE SET content = excluded.content, loaded = excluded.loaded,
            fresh_until = excluded.fresh_until, stale_until = excluded.stale_until
          """
      )
      .execute(
        arguments: [
          entry.key, Data(entry.content), entry.loaded, entry.freshUntil, entry.staleUntil,
        ]
      )
      return true
    }
  }

  package func release(_ lease: Lease) async throws {
    try await database.write { db in _ = try Self.giveBack(lease, db) }
  }

  /// Ends a lease, and returns whether the owner still had it.
  private static func giveBack(_ lease: Lease, _ db: Database) throws -> Bool {
    try db.cachedStatement(sql: "DELETE FROM leases WHERE key = ? AND token = ?")
      .execute(arguments: [lease.key, lease.token])
    return db.changesCount > 0
  }

  package func prune(keeping count: Int) async throws -> Int? {
    let now = clock.now()
    try await database.write { db in
      try db.execute(
        sql: "DELETE FROM leases WHERE until <= ?",
        arguments: [now - Lease.rowTime]
      )
    }
    return try await PiecesOfPruning.remove(keeping: count) {
      try await remove("WHERE stale_until < \(now)", $0)
    } total: {
      try await database.read { db in
        try Int.fetchOne(db, sql: "SELECT entries FROM counts") ?? 0
      }
    } removeOldest: {
      try await remove("", $0)
    }
  }

  private func remove(_ condition: String, _ limit: Int) async throws -> Int {
    try await database.write { db in
      try db.execute(
        sql: """
          DELETE FROM entries WHERE rowid IN
            (SELECT rowid FROM entries \(condition) ORDER BY stale_until LIMIT \(limit))
          """
      )
      return db.changesCount
    }
  }
}
