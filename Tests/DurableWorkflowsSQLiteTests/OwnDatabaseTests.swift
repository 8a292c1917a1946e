#if SQLite
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB
import TestSupport
import Testing
import Workflows

@Suite struct OwnDatabaseTests {
  private struct RolledBack: Error {}

  private static func open(_ folder: TemporaryFolder) async throws -> DatabasePool {
    let pool = try DatabasePool(path: folder.file("app.sqlite").path)
    try await pool.write { try $0.execute(sql: "CREATE TABLE orders (id TEXT)") }
    return pool
  }

  private static func orders(_ pool: DatabasePool) async throws -> Int? {
    try await pool.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM orders") }
  }

  @Test func aRunThatIsSubmittedInATransactionIsThereIfItIsCommitted() async throws {
    let folder = try TemporaryFolder()
    let pool = try await Self.open(folder)
    let store = try await SQLiteRunStore(pool)
    let run = RunSubmission(id: "run", workflow: "flow", input: Data("input".utf8))
    await #expect(throws: RolledBack.self) {
      try await pool.write { db in
        try db.execute(sql: "INSERT INTO orders VALUES ('run')")
        #expect(try store.submit(run, in: db) == .new)
        throw RolledBack()
      }
    }
    #expect(try await store.load("run") == nil)
    #expect(try await Self.orders(pool) == 0)
    try await pool.write { db in
      try db.execute(sql: "INSERT INTO orders VALUES ('run')")
      #expect(try store.submit(run, in: db) == .new)
      #expect(try store.submit(run, in: db) == .same)
    }
    #expect(try await store.load("run")?.input == run.input)
    #expect(try await store.submit(run) == .same)
  }

  @Test func aDatabaseThatWasClosedRefusesEachOperation() async throws {
    let folder = try TemporaryFolder()
    let pool = try await Self.open(folder)
    let store = try await SQLiteRunStore(pool)
    let run = RunSubmission(id: "run", workflow: "flow", input: Data())
    try pool.close()
    let write = await #expect(throws: SQLiteRunStoreError.self) { try await store.submit(run) }
    #expect(write?.reason == .closed)
    #expect(write?.detail == "")
    let read = await #expect(throws: SQLiteRunStoreError.self) { try await store.load("run") }
    #expect(read?.reason == .closed)
  }

  @Test func aSubmissionOutsideATransactionIsOneOfItsOwn() async throws {
    let folder = try TemporaryFolder()
    let pool = try await Self.open(folder)
    let store = try await SQLiteRunStore(pool)
    let run = RunSubmission(id: "run", workflow: "flow", input: Data())
    try await pool.writeWithoutTransaction { db in _ = try store.submit(run, in: db) }
    #expect(try await store.load("run") != nil)
  }

  @Test func aSubmissionThatFailsLeavesTheTransactionAsItWas() async throws {
    let folder = try TemporaryFolder()
    let pool = try await Self.open(folder)
    let store = try await SQLiteRunStore(pool)
    var run = RunSubmission(id: "run", workflow: "flow", input: Data())
    run.records[RecordPath("/a\0b")] = RunRow.Record(
      value: Data(),
      type: "",
      isCompensated: false,
      sequence: 1,
      time: 0
    )
    try await pool.write { [run] db in
      try db.execute(sql: "INSERT INTO orders VALUES ('run')")
      #expect(throws: SQLiteRunStoreError.self) { try store.submit(run, in: db) }
    }
    #expect(try await store.load("run") == nil)
    #expect(try await Self.orders(pool) == 1)
  }

  @Test func theMigratorOfTheClientDoesNotTakeTheTablesForANewerVersion() async throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.file("app.sqlite").path)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("orders") { try $0.execute(sql: "CREATE TABLE orders (id TEXT)") }
    try migrator.migrate(pool)
    _ = try await SQLiteRunStore(pool)
    try migrator.migrate(pool)
    _ = try await SQLiteRunStore(pool)
    let isSuperseded = try await pool.read { [migrator] db in try migrator.hasBeenSuperseded(db) }
    #expect(!isSuperseded)
  }

  @Test func aDatabaseInMemoryIsAStore() async throws {
    let store = try await SQLiteRunStore(DatabaseQueue())
    let run = RunSubmission(id: "run", workflow: "flow", input: Data())
    #expect(try await store.submit(run) == .new)
    #expect(try await store.counts() == [.queued: 1])
  }

  @Test func aDatabaseThatIsReadOnlyIsRefused() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("app.sqlite").path
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE orders (id)") }
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let error = try await refusal { _ = try await SQLiteRunStore(queue) }
    #expect(error.reason == .readOnly)
    #expect(error.file == path)
  }
}
#endif
