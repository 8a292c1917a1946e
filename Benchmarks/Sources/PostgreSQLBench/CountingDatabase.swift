#if PostgreSQL
import DurableWorkflowsPostgreSQL
import Synchronization

/// A database that counts round trips.
final class CountingDatabase: PostgreSQLDatabase {
  private let database: LibPQDatabase
  private let trips = Mutex(0)

  init(_ database: LibPQDatabase) { self.database = database }

  /// The number of round trips.
  var count: Int { trips.withLock { $0 } }

  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow] {
    trips.withLock { $0 += 1 }
    return try await database.query(sql, parameters)
  }

  func queryIgnoringCancellation(
    _ sql: String,
    _ parameters: [PostgreSQLValue]
  ) async throws -> [PostgreSQLRow] {
    trips.withLock { $0 += 1 }
    return try await database.queryIgnoringCancellation(sql, parameters)
  }

  func transaction<Value: Sendable>(
    _ body: @Sendable (any PostgreSQLSession) async throws -> Value
  ) async throws -> Value {
    // The beginning, the end, and at least one statement in between.
    trips.withLock { $0 += 3 }
    return try await database.transaction(body)
  }

  func notifications(on channel: String) -> AsyncStream<PostgreSQLNotification> {
    database.notifications(on: channel)
  }
}
#endif
