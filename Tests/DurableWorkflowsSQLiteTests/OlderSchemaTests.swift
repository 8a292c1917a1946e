#if SQLite
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB
import TestSupport
import Testing
import Workflows

/// Files that earlier versions wrote.
@Suite struct OlderSchemaTests {
  private struct Broken: Error {}

  private static let go = Signal<Int>("go")

  /// The workflow whose runs are in the files.
  private static let workflow = Workflow("kept") {
    Perform("double") { (number: Int) in number * 2 }.checkpoint().compensate { (_: Int) in }
    WaitForSignal(Self.go)
    Perform("add") { (number: Int, more: Int) in
      if more < 0 { throw Broken() }
      return number + more
    }
    .checkpoint()
  }

  /// The file of each schema, as SQL.
  static let schemas = [OlderSchemas.first]

  private static func file(_ sql: String, in folder: TemporaryFolder) async throws -> URL {
    let file = folder.file("runs.sqlite")
    let queue = try DatabaseQueue(path: file.path)
    try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    return file
  }

  private static func open(_ sql: String, in folder: TemporaryFolder) async throws -> DurableRuns {
    try DurableRuns(
      store: try await SQLiteRunStore(at: file(sql, in: folder)),
      workflows: [workflow.durable()]
    )
  }

  @Test(arguments: schemas) func runsThatHaveEndedCanBeRead(_ sql: String) async throws {
    let folder = try TemporaryFolder()
    let runs = try await Self.open(sql, in: folder)
    #expect(try await runs.counts() == [.succeeded: 1, .failed: 1, .cancelled: 1, .waiting: 1])
    #expect(try await runs.run(of: Self.workflow, id: "ended").value == 12)
    let failed = try runs.run(of: Self.workflow, id: "failed")
    let failure = await #expect(throws: DurableRunFailed.self) { try await failed.value }
    #expect(failure?.type == "Broken")
    #expect(failure?.notUndone == [])
    #expect(try await failed.trace.spans.map(\.name).contains("double"))
  }

  @Test(arguments: schemas) func runsThatWaitGoOn(_ sql: String) async throws {
    let folder = try TemporaryFolder()
    let runs = try await Self.open(sql, in: folder)
    runs.start()
    #expect(try await runs.send(5, to: Self.go, of: "waiting") == .kept)
    #expect(try await runs.run(of: Self.workflow, id: "waiting").value == 25)
    #expect(try await runs.submit(Self.workflow, id: "waiting", input: 10).value == 25)
    await #expect(throws: RunIdentifierTaken.self) {
      try await runs.submit(Self.workflow, id: "waiting", input: 11)
    }
    await runs.stop()
  }

  @Test(arguments: schemas) func theFilesGetWhatIsNew(_ sql: String) async throws {
    let folder = try TemporaryFolder()
    let file = try await Self.file(sql, in: folder)
    let store = try await SQLiteRunStore(at: file)
    #expect(try await store.schedules() == [])
    let schedule = StoredSchedule(name: "a", workflow: "kept", input: nil, rule: Data(), next: 1)
    #expect(try await store.setSchedule(schedule))
    let place = QueuePlace("mail", key: "key")
    let queued = RunSubmission(id: "queued", workflow: "kept", input: Data(), place: place)
    #expect(try await store.submit(queued) == .new)
    #expect(try await store.load("queued")?.key == "key")
    // When the file is opened again, nothing needs to be migrated.
    #expect(try await SQLiteRunStore(at: file).schedules().map(\.name) == ["a"])
  }

  @Test func aScheduleThatWasKeptIsRead() async throws {
    let queue = try DatabaseQueue()
    let runs = try DurableRuns(
      store: try await SQLiteRunStore(queue),
      workflows: [Self.workflow.durable()]
    )
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO tenon_schedules (name, workflow, input, rule, next, revision) VALUES \
          ('often', 'kept', CAST('7' AS BLOB), CAST('{"every":600000,"missed":"all"}' AS BLOB), \
          4000000000000, 1)
          """
      )
    }
    let schedule = RunSchedule.every(.seconds(600), missed: .all)
    #expect(try await runs.schedules().first?.schedule == schedule)
    // An equivalent schedule is left as it is.
    #expect(try await !runs.schedule(Self.workflow, named: "often", schedule, input: 7))
  }
}
#endif
