#if SQLite
internal import Futures
internal import GRDB

/// The time that the writing connection waits for other processes.
final class BusyTimeout: Sendable {
  private let usual: Duration
  /// The current timeout of the connection, so that it is set only when it changes.
  private let current: Locked<Duration>

  init(_ usual: Duration) {
    // SQLite counts milliseconds in 32 bits.
    let usual = min(usual, .seconds(1_000_000))
    self.usual = usual
    current = Locked(usual)
  }

  /// Sets the timeout of a connection.
  ///
  /// - Parameters:
  ///   - time: The timeout; `nil` for the default.
  ///   - db: The writing connection, always the same one.
  /// - Throws: An error of the database.
  func set(_ time: Duration?, of db: Database) throws {
    let time = time ?? usual
    if current.withLock({ $0 == time }) { return }
    try db.execute(sql: "PRAGMA busy_timeout = \(Int(time / .milliseconds(1)))")
    current.withLock { $0 = time }
  }
}
#endif
