#if PostgreSQL
package import DurableWorkflowsPostgreSQL
import Foundation

/// A store in a database that servers on many machines share.
///
/// The database's clock decides when a lease ends and how long an entry may be used: entries are
/// stored in the database's time and returned in the node's. The leases of a server that dies
/// expire. Every method is one statement that may be repeated. It is repeated after a lost
/// connection, because it may or may not have been executed.
package final class PostgreSQLEntryStore: EntryStore {
  private let database: any PostgreSQLDatabase
  private let statements: EntryStatements
  private let difference: ClockDifference

  /// Opens a store whose tables exist.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - schema: The schema of the tables.
  ///   - clock: The time of this node.
  ///   - systemTime: An SQL expression for the database's time, in milliseconds.
  /// - Throws: The database's errors.
  package init(
    _ database: any PostgreSQLDatabase,
    schema: EntrySchema,
    clock: WallClock = WallClock(),
    systemTime: String = EntryStatements.systemTime
  ) async throws {
    self.database = database
    statements = EntryStatements(schema: schema, systemTime: systemTime)
    difference = ClockDifference(clock)
    try await measureTime()
  }

  package var requiresLeases: Bool { true }

  package func entry(_ key: String) async throws -> Entry? {
    guard let row = try await query(statements.entry, [.text(key)]).first else { return nil }
    guard let content = row[0].bytes, let loaded = row[1].integer,
      let freshUntil = row[2].integer, let staleUntil = row[3].integer
    else { throw PostgreSQLError(.foreign) }
    let shift = difference.milliseconds
    return Entry(
      key: key,
      content: [UInt8](content),
      loaded: Int64(loaded) - shift,
      freshUntil: Int64(freshUntil) - shift,
      staleUntil: Int64(staleUntil) - shift
    )
  }

  package func claim(_ key: String, for time: Duration) async throws -> Claim {
    let lease = Lease(key)
    let row = try await measured {
      try await query(statements.claim, parameters(lease, time)).first
    }
    guard let row, let now = row[0].integer else { throw PostgreSQLError(.foreign) }
    if row[1].integer != nil { return .taken(lease) }
    // If there is no row, another claim is about to be committed.
    return .held(for: .milliseconds(max(0, (row[2].integer ?? now) - now)))
  }

  package func renew(_ lease: Lease, for time: Duration) async throws -> Bool {
    try await !query(statements.renew, parameters(lease, time)).isEmpty
  }

  package func save(_ entry: Entry, under lease: Lease) async throws -> Bool {
    let shift = difference.milliseconds
    let times = [entry.loaded, entry.freshUntil, entry.staleUntil].map { time in
      PostgreSQLValue.integer(Int(time + shift))
    }
    let rows = try await query(
      statements.save,
      [.text(entry.key), .integer(Int(lease.token)), .bytes(Data(entry.content))] + times
    )
    return rows.first?[0].boolean ?? false
  }

  package func release(_ lease: Lease) async throws {
    _ = try await query(statements.release, [.text(lease.key), .integer(Int(lease.token))])
  }

  package func prune(keeping count: Int) async throws -> Int? {
    // One node prunes at a time. Its lease expires on its own, so that no other node starts at
    // once.
    guard case .taken = try await claim("pruning", for: .seconds(50)) else { return nil }
    try await measureTime()
    _ = try await query(statements.pruneLeases, [.integer(Int(Lease.rowTime))])
    return try await PiecesOfPruning.remove(keeping: count) {
      try await removed(statements.pruneStale, $0)
    } total: {
      try await query(statements.count, [.boolean(true)]).first?[0].integer ?? 0
    } removeOldest: {
      try await removed(statements.pruneOldest, $0)
    }
  }

  private func removed(_ statement: String, _ limit: Int) async throws -> Int {
    try await query(statement, [.integer(limit)]).first?[0].integer ?? 0
  }

  // MARK: The database

  private func parameters(_ lease: Lease, _ time: Duration) -> [PostgreSQLValue] {
    [.text(lease.key), .integer(Int(lease.token)), .integer(Int(time.milliseconds))]
  }

  private func query(
    _ statement: String,
    _ parameters: [PostgreSQLValue]
  ) async throws -> [PostgreSQLRow] {
    do {
      return try await database.query(statement, parameters)
    } catch let error as PostgreSQLError where error.reason == .connectionLost {
      return try await database.query(statement, parameters)
    }
  }

  private func measureTime() async throws {
    _ = try await measured { try await query(statements.time, [.boolean(true)]).first }
  }

  /// Compares the clocks using a row whose first column is the database's time.
  private func measured(
    _ body: () async throws -> PostgreSQLRow?
  ) async throws -> PostgreSQLRow? {
    let start = difference.clock.now()
    let row = try await body()
    if let time = row?[0].integer { difference.note(Int64(time), askedAt: start) }
    return row
  }
}
#endif
