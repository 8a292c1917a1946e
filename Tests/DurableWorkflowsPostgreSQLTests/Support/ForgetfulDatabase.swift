#if PostgreSQL
import DurableWorkflowsPostgreSQL
import Synchronization

/// A database that counts statements, and can lose the answer to a statement that it has executed.
final class ForgetfulDatabase: PostgreSQLDatabase {
  private struct State {
    var statements: [String] = []
    var forgets = false
    var forgotten = 0
  }

  private let database: LibPQDatabase
  private let state = Mutex(State())

  init(_ database: LibPQDatabase) { self.database = database }

  var count: Int { statements.count }
  /// The statements outside of transactions, in order.
  var statements: [String] { state.withLock { $0.statements } }
  /// The number of lost answers.
  var forgotten: Int { state.withLock { $0.forgotten } }

  func forgetNext() { state.withLock { $0.forgets = true } }

  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow] {
    let rows = try await database.query(sql, parameters)
    try state.withLock { state in
      state.statements.append(sql)
      if !state.forgets { return }
      state.forgets = false
      state.forgotten += 1
      throw PostgreSQLError(.connectionLost)
    }
    return rows
  }

  func transaction<Value: Sendable>(
    _ body: @Sendable (any PostgreSQLSession) async throws -> Value
  ) async throws -> Value {
    try await database.transaction(body)
  }
}
#endif
