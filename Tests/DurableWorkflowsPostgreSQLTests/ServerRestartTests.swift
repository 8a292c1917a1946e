#if PostgreSQL
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Foundation
import TestSupport
import Testing

/// A separate server, which is stopped and started again.
@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct ServerRestartTests {
  @Test func statementsWaitForAServerThatComesBack() async throws {
    let server = try await onThread { try TestServer() }
    let database = try LibPQDatabase(server.url, options: .init(connectTimeout: .seconds(60)))
    defer { database.close() }
    let store = try await PostgreSQLRunStore(database)
    let run = RunSubmission(id: "run", workflow: "flow", input: Data())
    _ = try await store.submit(run)
    try await onThread { try server.control("-m", "immediate", "stop") }
    async let counts = store.counts()
    async let answer = store.submit(RunSubmission(id: "later", workflow: "flow", input: Data()))
    try await onThread { try server.control("start") }
    #expect([[.queued: 1], [.queued: 2]].contains(try await counts))
    // The first attempt may have been interrupted when the server stopped.
    let result: SubmissionAnswer? = try? await answer
    #expect(result == nil || result == .new)
    #expect(try await store.submit(run) == .same)
  }

  @Test func aServerThatStaysAwayIsAnErrorInTime() async throws {
    let server = try await onThread { try TestServer() }
    let options = LibPQDatabase.Options(connectTimeout: .milliseconds(200))
    let database = try LibPQDatabase(server.url, options: options)
    defer { database.close() }
    let store = await patiently { try await PostgreSQLRunStore(database) }
    try await onThread { try server.control("-m", "immediate", "stop") }
    var reasons: Set<PostgreSQLError.Reason> = []
    for _ in 0..<3 {
      do { _ = try await store.counts() } catch let error as PostgreSQLError {
        reasons.insert(error.reason)
      }
    }
    #expect(reasons.contains(.unreachable))
    try await onThread { try server.control("start") }
    #expect(await patiently { try await store.counts() } == [:])
  }

  /// Repeats an operation until the server has answered: on a busy machine, it may take longer than
  /// the time in which a connection has to be there, and the driver pauses between attempts.
  private func patiently<Value>(_ operation: () async throws -> Value) async -> Value {
    while true {
      if let value = try? await operation() { return value }
      await Task.yield()
    }
  }
}
#endif
