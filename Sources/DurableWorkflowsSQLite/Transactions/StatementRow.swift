#if SQLite
internal import GRDB

/// A row of a statement whose values are read by column number.
///
/// A GRDB `Row` prepares a search by name each time, which takes longer than reading a run. GRDB
/// skips this for a value that conforms to both of these protocols, which here is the row itself. A
/// row is valid only until its statement advances, so never keep one.
struct StatementRow: StatementColumnConvertible, DatabaseValueConvertible {
  private let statement: SQLiteStatement

  init?(sqliteStatement: SQLiteStatement, index: CInt) { statement = sqliteStatement }

  /// Returns a value; `nil` for `NULL`.
  subscript<Value: StatementColumnConvertible>(column: CInt) -> Value? {
    Value.fromStatement(statement, atUncheckedIndex: column)
  }

  /// Returns a value that is never `NULL`.
  func value<Value: StatementColumnConvertible>(_ column: CInt) throws -> Value {
    guard let value: Value = self[column] else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT,
        message: "There is no value in column \(column)."
      )
    }
    return value
  }

  /// A row is not a column value.
  var databaseValue: DatabaseValue { .null }

  /// A row is not a column value.
  static func fromDatabaseValue(_: DatabaseValue) -> StatementRow? { nil }
}

extension Database {
  /// Reads the first row of a statement, which is compiled once.
  ///
  /// Its first column is never `NULL`.
  func first<Value>(
    _ sql: String,
    _ arguments: StatementArguments = [],
    _ body: (StatementRow) throws -> Value
  ) throws -> Value? {
    let rows = try StatementRow.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    // The values are valid only as long as the cursor.
    return try withExtendedLifetime(rows) { try rows.next().map(body) }
  }

  /// Reads the rows of a statement, which is compiled once.
  ///
  /// Their first column is never `NULL`.
  func all<Value>(
    _ sql: String,
    _ arguments: StatementArguments = [],
    _ body: (StatementRow) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try read(sql, arguments) { row in
      values.append(try body(row))
      return true
    }
    return values
  }

  /// Reads rows of a statement, which is compiled once, until the body returns `false`.
  ///
  /// Their first column is never `NULL`.
  func read(
    _ sql: String,
    _ arguments: StatementArguments,
    while body: (StatementRow) throws -> Bool
  ) throws {
    let rows = try StatementRow.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    while let row = try rows.next() {
      // The values are valid only as long as the cursor.
      guard try withExtendedLifetime(rows, { try body(row) }) else { return }
    }
  }
}
#endif
