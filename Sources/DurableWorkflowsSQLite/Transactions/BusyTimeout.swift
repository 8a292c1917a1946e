#if SQLite
internal import Futures
internal import GRDB

/// How long the connection that writes waits for other processes.
final class BusyTimeout: Sendable {
  private let usual: Duration
  /// What the connection has, so that it is told only what has changed.
  private let current: Locked<Duration>

  init(_ usual: Duration) {
    self.usual = usual
    current = Locked(usual)
  }

  /// Sets the time of a connection.
  ///
  /// - Parameters:
  ///   - time: The time; `nil` for the usual one.
  ///   - db: The connection that writes, always the same one.
  /// - Throws: An error of the database.
  func set(_ time: Duration?, of db: Database) throws {
    let time = time ?? usual
    if current.withLock({ $0 == time }) { return }
    try db.execute(sql: "PRAGMA busy_timeout = \(Int(time / .milliseconds(1)))")
    current.withLock { $0 = time }
  }
}
#endif
