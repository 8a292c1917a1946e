#if SQLite
internal import GRDB

extension DatabaseWriter {
  /// Carries out a transaction that writes, also for a task that is cancelled.
  ///
  /// The `async` methods of GRDB roll back in a task that is cancelled.
  func transaction<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    // The time-out of SQLite does not cover each way of being busy, and is not fair.
    var attempt = 1
    while true {
      do {
        return try await withCheckedThrowingContinuation { continuation in
          asyncWriteWithoutTransaction { db in
            continuation.resume(with: Result { try db.immediately { try body(db) } })
          }
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && attempt < 3 {
        attempt += 1
      } catch {
        throw SQLiteRunStoreError.from(error, file: path)
      }
    }
  }

  /// Reads, also for a task that is cancelled.
  func snapshot<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await withCheckedThrowingContinuation { continuation in
        asyncRead { database in
          continuation.resume(with: Result { try body(database.get()) })
        }
      }
    } catch {
      throw SQLiteRunStoreError.from(error, file: path)
    }
  }
}

extension Database {
  /// Carries out a transaction that holds the lock for writing from the beginning.
  ///
  /// One that reads first, and then writes, fails if another process has written between.
  fileprivate func immediately<Answer>(_ body: () throws -> Answer) throws -> Answer {
    var answer: Answer?
    try inTransaction(.immediate) {
      answer = try body()
      return .commit
    }
    return answer!
  }
}
#endif
