#if SQLite
@_spi(Stores) import DurableWorkflows
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

  @Test func aQueueThatWasClosedRefusesEachOperation() async throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.file("app.sqlite").path)
    let store = try await SQLiteRunStore(queue)
    let run = RunSubmission(id: "run", workflow: "flow", input: Data())
    _ = try await store.submit(run)
    #expect(try await store.load("run")?.input == Data())
    try queue.close()
    for _ in 0..<2 {
      let error = await #expect(throws: SQLiteRunStoreError.self) { try await store.counts() }
      #expect(error?.reason == .closed)
    }
  }

  @Test func aReadOnlyDatabaseThatHasTheTablesIsRefused() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("app.sqlite").path
    _ = try await SQLiteRunStore(DatabaseQueue(path: path))
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let error = await #expect(throws: SQLiteRunStoreError.self) {
      _ = try await SQLiteRunStore(queue)
    }
    #expect(error?.reason == .readOnly)
  }

  @Test(arguments: [
    ("CREATE TABLE tenon_runs (id TEXT)", SQLiteRunStoreError.Reason.foreign),
    ("CREATE VIEW tenon_store AS SELECT 1 AS one", .foreign),
    ("CREATE TABLE tenon_store (id INTEGER)", .foreign),
    ("CREATE TABLE tenon_store AS SELECT 1 AS id, 3 AS version, 0 AS time", .foreign),
    ("CREATE TABLE tenon_store AS SELECT 0 AS version, 0 AS fingerprint, 0 AS time", .damaged),
    ("CREATE TABLE tenon_store AS SELECT -1 AS version, 0 AS fingerprint, 0 AS time", .damaged),
  ])
  func tablesOfSomethingElseAreRefused(
    _ sql: String,
    _ reason: SQLiteRunStoreError.Reason
  ) async throws {
    let queue = try DatabaseQueue()
    try await queue.write { try $0.execute(sql: sql) }
    let before = try await queue.read { try Self.schema($0) }
    let error = await #expect(throws: SQLiteRunStoreError.self) {
      _ = try await SQLiteRunStore(queue)
    }
    #expect(error?.reason == reason)
    #expect(try await queue.read { try Self.schema($0) } == before)
  }

  private static func schema(_ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT name FROM sqlite_master ORDER BY name")
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
