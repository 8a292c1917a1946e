#if PostgreSQL
import DurableWorkflows
import Foundation
import Synchronization
import Workflows

@testable import DurableWorkflowsPostgreSQL

extension PostgreSQLRunStore {
  @discardableResult
  func submit(_ id: String, delay: Duration = .zero) async throws -> SubmissionAnswer {
    let input = Data("input".utf8)
    return try await submit(RunSubmission(id: id, workflow: "flow", input: input, delay: delay))
  }

  func claim(
    by worker: String = "worker",
    limit: Int = 1,
    queues: [RunQueue] = []
  ) async throws -> ClaimAnswer {
    try await claim(
      ClaimRequest(
        worker: worker,
        workflows: ["flow"],
        lease: .seconds(60),
        limit: limit,
        queues: queues
      )
    )
  }

  /// Records an output of a run that was claimed once.
  @discardableResult
  func record(_ name: String, of run: String = "run") async throws -> WriteAnswer {
    try await commit(
      RunWrite(
        run: run,
        epoch: 1,
        token: 1,
        changes: [.record(.root.appending(name), Data("value".utf8), isCompensated: false)],
        continuation: .keep
      )
    )
  }
}

/// A database that counts statements, and may lose the answer of one that was executed.
final class ForgetfulDatabase: PostgreSQLDatabase {
  private struct State {
    var count = 0
    var statements: [String] = []
    var forgets = false
    var hasForgotten = false
  }

  private let database: LibPQDatabase
  private let state = Mutex(State())

  init(_ database: LibPQDatabase) { self.database = database }

  var count: Int { state.withLock { $0.count } }
  /// The statements outside of transactions, in their order.
  var statements: [String] { state.withLock { $0.statements } }
  var hasForgotten: Bool { state.withLock { $0.hasForgotten } }

  func forgetNext() { state.withLock { $0.forgets = true } }

  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow] {
    let rows = try await database.query(sql, parameters)
    try state.withLock { state in
      state.count += 1
      state.statements.append(sql)
      if !state.forgets { return }
      (state.forgets, state.hasForgotten) = (false, true)
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
