import Foundation
package import GRDB

/// A store in a file, which processes of one machine share.
package final class SQLiteEntryStore: EntryStore {
  private let database: any DatabaseWriter

  /// Opens a file, and creates it if there is none.
  ///
  /// - Parameter path: The file.
  /// - Throws: A ``SetupError`` if the file cannot be used.
  package convenience init(path: String) throws {
    var configuration = Configuration()
    // Another process writes for a moment only.
    configuration.busyMode = .timeout(2)
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { db in
      // What a crash of the machine takes was loaded from the web and will be again.
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    do {
      try self.init(DatabasePool(path: path, configuration: configuration))
    } catch let error as DatabaseError {
      throw SetupError("The store '\(path)' cannot be opened: \(error.message ?? "\(error)").")
    }
  }

  /// Creates a store in memory.
  package convenience init() throws { try self.init(DatabaseQueue()) }

  package init(_ database: any DatabaseWriter) throws {
    self.database = database
    try Self.migrator.migrate(database)
  }

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

  package func claim(_ key: String, now: Int64, until: Int64) async throws -> Claim {
    try await database.write { db in
      let token = try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            INSERT INTO leases (key, token, until) VALUES (?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET token = excluded.token, until = excluded.until
            WHERE until <= ? RETURNING token
            """
        ),
        arguments: [key, Int64.random(in: .min ... .max), until, now]
      )
      if let token { return .taken(Lease(key: key, token: token, until: until)) }
      let end = try Int64.fetchOne(
        db,
        sql: "SELECT until FROM leases WHERE key = ?",
        arguments: [key]
      )
      return .held(until: end ?? now)
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

  /// Ends a lease, and returns whether it was still the owner's.
  private static func giveBack(_ lease: Lease, _ db: Database) throws -> Bool {
    try db.cachedStatement(sql: "DELETE FROM leases WHERE key = ? AND token = ?")
      .execute(arguments: [lease.key, lease.token])
    return db.changesCount > 0
  }

  package func prune(now: Int64, keeping count: Int) async throws -> Int {
    var more = true
    while more {
      // In small pieces, because writers wait for each other.
      more = try await database.write { db in
        try db.execute(
          sql: """
            DELETE FROM entries WHERE rowid IN
              (SELECT rowid FROM entries WHERE stale_until < ? ORDER BY stale_until LIMIT 1000)
            """,
          arguments: [now]
        )
        return db.changesCount == 1000
      }
    }
    let total = try await database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM entries") ?? 0
    }
    let left = min(total, count)
    try await database.write { db in
      try db.execute(sql: "DELETE FROM leases WHERE until <= ?", arguments: [now])
      guard total > count else { return }
      try db.execute(
        sql: """
          DELETE FROM entries WHERE rowid IN
            (SELECT rowid FROM entries ORDER BY stale_until LIMIT ?)
          """,
        arguments: [total - count]
      )
    }
    return left
  }
}
