#if SQLite
internal import GRDB
internal import GRDBSQLite

/// The place of the file of a store, which others may move, replace or delete.
///
/// Other processes would not see what is written to a file that was moved away, and nobody what is
/// written to one that was deleted.
struct FilePlace: Sendable {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Throws if the path leads to another file, or to none.
  ///
  /// - Parameter db: The database in the file.
  /// - Throws: `SQLiteRunStoreError` with the reason `moved`.
  func require(of db: Database) throws {
    // A client may have closed its database; SQLite would end the process, and GRDB throws later.
    guard let connection = db.sqliteConnection else { return }
    var hasMoved: Int32 = 0
    // Databases that are not in a file do not know this question, and leave the variable unchanged.
    _ = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    if hasMoved != 0 { throw SQLiteRunStoreError(.moved, file: path) }
  }
}
#endif
