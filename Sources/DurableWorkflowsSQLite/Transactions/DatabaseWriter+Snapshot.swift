#if SQLite
internal import GRDB

extension DatabaseWriter {
  /// Reads from the database, even if the task is cancelled.
  func snapshot<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await withCheckedThrowingContinuation { continuation in
        if self is DatabaseQueue {
          // The asynchronous read of a queue that is closed, interrupted or suspended ends the
          // process in GRDB.
          asyncWriteWithoutTransaction { db in
            continuation.resume(with: Result { try db.reading { try body(db) } })
          }
        } else {
          asyncRead { database in
            continuation.resume(with: Result { try body(database.get()) })
          }
        }
      }
    } catch {
      throw SQLiteRunStoreError.from(error, file: path)
    }
  }
}

extension Database {
  /// Reads one state of the database.
  fileprivate func reading<Answer>(_ body: () throws -> Answer) throws -> Answer {
    if isInsideTransaction { return try body() }
    var answer: Answer?
    try inTransaction(.deferred) {
      answer = try body()
      return .commit
    }
    return answer!
  }
}
#endif
