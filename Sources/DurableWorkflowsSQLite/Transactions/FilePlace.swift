#if SQLite
internal import Futures
internal import GRDB
internal import GRDBSQLite

/// The place of the file of a store, which others may move, replace or delete.
///
/// Other processes would not see what is written to a file that was moved away, and nobody what is
/// written to one that was deleted.
final class FilePlace: Sendable {
  /// How long the place is known after it was looked at.
  ///
  /// To look before each record took 3 % of a run. A record that is written to a file that was
  /// moved away meanwhile is where the ones before it are, too.
  private static let lookInterval = Duration.milliseconds(100)

  private let path: String
  private let lookedAt = Locked<ContinuousClock.Instant?>(nil)

  init(_ path: String) { self.path = path }

  /// Returns whether the file was in its place a moment ago.
  func isKnown(at time: ContinuousClock.Instant) -> Bool {
    lookedAt.withLock { $0.map { $0 + Self.lookInterval > time } ?? false }
  }

  /// Throws if the path leads to another file, or to none.
  ///
  /// - Parameter db: The database in the file.
  /// - Throws: `SQLiteRunStoreError` with the reason `moved`.
  func require(of db: Database) throws {
    lookedAt.withLock { $0 = nil }
    // A client may have closed its database; SQLite would end the process, and GRDB throws later.
    guard let connection = db.sqliteConnection else { return }
    var hasMoved: Int32 = 0
    // Databases that are not in a file do not know this question, and leave the variable unchanged.
    _ = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    if hasMoved != 0 { throw SQLiteRunStoreError(.moved, file: path) }
    lookedAt.withLock { $0 = .now }
  }
}
#endif
