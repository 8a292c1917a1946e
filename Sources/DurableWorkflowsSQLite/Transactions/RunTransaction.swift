#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// The operations of a store inside a transaction.
///
/// A write transaction holds the write lock, so what it reads does not change until it ends.
struct RunTransaction {
  let db: Database
  let clock: StoreClock
  /// The time of the store, with the clocks of the machine.
  let stamp: StoreClock.Stamp

  private let stored: StoreClock.Stamp
  /// The difference between date and time for which the waits for dates were last planned.
  let plannedShift: Int
  private let changes: Int

  /// The time of the store.
  var now: StoreTime { stamp.time }

  /// Reads the clock of the store.
  init(_ db: Database, _ clock: StoreClock) throws {
    self.db = db
    self.clock = clock
    let row = try db.first("SELECT time, date, uptime, boot, shift FROM tenon_store") { row in
      let stamp = StoreClock.Stamp(
        time: try row.value(0),
        date: try row.value(1),
        uptime: try row.value(2),
        boot: try row.value(3)
      )
      return (stamp: stamp, shift: try row.value(4) as Int)
    }
    guard let row else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "The table 'tenon_store' is empty.")
    }
    stored = row.stamp
    plannedShift = row.shift
    stamp = clock.next(after: stored)
    changes = db.totalChangesCount
  }

  /// Stores the time of the writes, so that no later write has an earlier time.
  ///
  /// A transaction that has written nothing does not change the file, so looking for work costs no
  /// write.
  func finish() throws {
    if stamp != stored, db.totalChangesCount != changes {
      try db.run(
        "UPDATE tenon_store SET time = ?, date = ?, uptime = ?, boot = ?",
        now,
        stamp.date,
        stamp.uptime,
        stamp.boot
      )
    }
  }
}

extension Database {
  /// Executes a statement, which is compiled once.
  ///
  /// GRDB's own arguments are an array of boxes, which it converts to another array and binds by a
  /// recursion: 4 % of the time of a run of ten steps.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - values: A value for each parameter of the statement, in the order of the parameters.
  /// - Throws: An error from the database.
  func run<each Value: StatementBinding>(_ sql: String, _ values: repeat each Value) throws {
    let statement = try cachedStatement(sql: sql)
    let compiled = statement.sqliteStatement
    // Otherwise, the statement would keep the values until it is next executed.
    defer { sqlite3_clear_bindings(compiled) }
    statement.setUncheckedArguments([])
    var count: CInt = 0
    for value in repeat each values {
      count += 1
      let code = value.bind(to: compiled, at: count)
      if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
    precondition(count == sqlite3_bind_parameter_count(compiled), "A value for each parameter")
    try statement.execute()
  }

  /// Returns the first row of a statement, which is compiled once.
  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> GRDB.Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// Returns the rows of a statement, which is compiled once.
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [GRDB.Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }
}

extension RunTransaction {
  /// Throws if SQLite would truncate a name and so confuse it with another.
  func requireWhole(_ name: String) throws {
    if name.utf8.contains(0) {
      throw SQLiteRunStoreError(.nameWithNull, file: try db.file)
    }
  }

  /// Returns the part of a message that SQLite stores.
  func kept(_ message: String) -> String {
    message.utf8.contains(0) ? message.replacing("\0", with: "\u{FFFD}") : message
  }
}

extension Database {
  fileprivate var file: String {
    get throws {
      try String.fetchOne(self, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
        ?? ""
    }
  }
}
#endif
