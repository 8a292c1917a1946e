#if PostgreSQL
import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Foundation
import Testing
import Workflows

/// Tables that earlier versions wrote.
@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct OlderSchemaTests {
  private struct Broken: Error {}

  private static let go = Signal<Int>("go")

  /// The workflow whose runs are in the tables.
  private static let workflow = Workflow("kept") {
    Perform("double") { (number: Int) in number * 2 }.checkpoint().compensate { (_: Int) in }
    WaitForSignal(Self.go)
    Perform("add") { (number: Int, more: Int) in
      if more < 0 { throw Broken() }
      return number + more
    }
    .checkpoint()
  }

  /// The tables of each schema, as SQL.
  static let schemas = [OlderSchemas.first]

  /// Writes the tables into a new database, and returns its URL.
  private static func write(_ sql: String) async throws -> String {
    let url = try await TestServer.shared.get().makeDatabase()
    let database = try LibPQDatabase(url)
    defer { database.close() }
    for statement in sql.split(separator: ";\n") { try await database.query(String(statement)) }
    return url
  }

  private static func runs(_ store: PostgreSQLRunStore) throws -> DurableRuns {
    try DurableRuns(store: store, workflows: [workflow.durable()])
  }

  @Test(arguments: schemas) func runsThatHaveEndedCanBeRead(_ sql: String) async throws {
    let runs = try Self.runs(try await PostgreSQLRunStore(try await Self.write(sql)))
    #expect(try await runs.counts() == [.succeeded: 1, .failed: 1, .cancelled: 1, .waiting: 1])
    #expect(try await runs.run(of: Self.workflow, id: "ended").value == 12)
    let failed = try runs.run(of: Self.workflow, id: "failed")
    let failure = await #expect(throws: DurableRunFailed.self) { try await failed.value }
    #expect(failure?.type == "Broken")
    #expect(failure?.notUndone == [])
  }

  @Test(arguments: schemas) func runsThatWaitGoOn(_ sql: String) async throws {
    let store = try await PostgreSQLRunStore(try await Self.write(sql))
    let runs = try Self.runs(store)
    runs.start()
    #expect(try await runs.send(5, to: Self.go, of: "waiting") == .kept)
    #expect(try await runs.run(of: Self.workflow, id: "waiting").value == 25)
    await #expect(throws: RunIdentifierTaken.self) {
      try await runs.submit(Self.workflow, id: "waiting", input: 11)
    }
    await runs.stop()
    // Later features work, too.
    let place = QueuePlace("mail", key: "key")
    let run = RunSubmission(id: "queued", workflow: "flow", input: Data(), place: place)
    #expect(try await store.submit(run) == .new)
    #expect(try await store.claim().runs.isEmpty)
    let queues = [RunQueue("mail", maxConcurrentRuns: 1)]
    #expect(try await store.claim(queues: queues).runs.map(\.id) == ["queued"])
  }

  @Test(arguments: schemas) func severalProcessesMayRenewThemAtOnce(_ sql: String) async throws {
    let url = try await Self.write(sql)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = try await PostgreSQLRunStore(url)
          #expect(try await store.counts().values.reduce(0, +) == 4)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func aScheduleThatWasKeptIsRead() async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions()
    let runs = try Self.runs(try await PostgreSQLRunStore(bench.database, options: options))
    try await bench.database.query(
      """
      INSERT INTO "\(options.schema)".schedules (name, workflow, input, rule, next, revision)
      VALUES ('often', 'kept', '7', '{"every":600000,"missed":"all"}', 4000000000000, 1)
      """
    )
    let schedule = RunSchedule.every(.seconds(600), missed: .all)
    #expect(try await runs.schedules().first?.schedule == schedule)
    // An equivalent schedule is left as it is.
    #expect(try await !runs.schedule(Self.workflow, named: "often", schedule, input: 7))
  }
}
#endif
