#if SQLite
internal import GRDB

extension DatabaseWriter {
  /// Reads from the database, even if the task is cancelled.
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
#endif
