#if SQLite
import DurableWorkflows
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DurableWorkflowsSQLite

/// Operations that arrive at the same time share transactions, but fail separately.
@Suite struct WriteGroupTests {
  @Test func operationsThatArriveTogetherShareTransactions() async throws {
    let database = try DatabaseQueue()
    let store = try await SQLiteRunStore(database)
    let commits = CommitCounter()
    database.add(transactionObserver: commits)
    try await whileHolding(database) { group in
      for number in 0..<50 {
        let submission = RunSubmission(id: "\(number % 40)", workflow: "w", input: Data([1]))
        group.addTask { _ = try await store.submit(submission) }
      }
      // A name that cannot be stored fails only its own operation.
      group.addTask {
        let submission = RunSubmission(id: "bad\0name", workflow: "w", input: Data())
        await #expect(throws: SQLiteRunStoreError.self) { try await store.submit(submission) }
      }
    }
    #expect(try await store.counts() == [.queued: 40])
    #expect(commits.count < 51)
  }

  @Test func aStatementThatSharesATransactionFailsSeparately() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(sql: "CREATE TABLE t (n INTEGER PRIMARY KEY, how TEXT)")
    }
    let group = WriteGroup(database, busyTimeout: nil)
    let commits = CommitCounter()
    database.add(transactionObserver: commits)
    try await whileHolding(database) { tasks in
      for number in 0..<30 {
        tasks.addTask {
          // Some numbers are taken, and every third statement writes nothing.
          let number = number % 25
          let insert = "INSERT INTO t VALUES (?, ?)"
          do {
            let statement = { @Sendable (db: Database) throws -> String? in
              if number % 3 == 0 { return nil }
              try db.execute(sql: insert, arguments: [number, "statement"])
              return "statement"
            }
            let how = try await group.perform(trying: statement) { db in
              try db.execute(sql: insert, arguments: [number, "transaction"])
              return "transaction"
            }
            #expect(how == (number % 3 == 0 ? "transaction" : "statement"))
          } catch let error as DatabaseError {
            #expect(error.resultCode == .SQLITE_CONSTRAINT && number < 5)
          }
        }
      }
    }
    let rows = try await database.read { db in
      try Row.fetchAll(db, sql: "SELECT n, how FROM t ORDER BY n").map { row -> String in
        "\(row[0] as Int) \(row[1] as String)"
      }
    }
    #expect(rows == (0..<25).map { "\($0) \($0 % 3 == 0 ? "transaction" : "statement")" })
    #expect(commits.count < 25)
  }

  @Test func aWriteThatIsAloneIsCarriedOutInItsTaskWhileTransactionsAreQuick() async throws {
    let group = try WriteGroup(DatabaseQueue(), busyTimeout: .seconds(10))
    #expect(try await !isCarriedOutInTask(group), "nothing is known of the disk")
    var writes = 0
    // Even on a busy machine, at least one of these transactions is quick.
    while try await !isCarriedOutInTask(group), writes < 10_000 { writes += 1 }
    #expect(writes < 10_000)
  }

  @Test func aWriteBesideOthersOfTheProcessIsLeftToTheThreadOfTheDatabase() async throws {
    let group = try WriteGroup(DatabaseQueue(), busyTimeout: nil)
    for _ in 0..<100 { #expect(try await !isCarriedOutInTask(group)) }
  }

  @Test func aWriteThatFindsAnotherProcessWritingWaitsForIt() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    let timeout = Duration.milliseconds(200)
    let options = SQLiteRunStore.Options(busyTimeout: timeout)
    let store = try await SQLiteRunStore(at: file, options: options)
    // Some of these writes are carried out in this task, which does not wait.
    for number in 0..<20 { try await store.submit("\(number)") }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
    let start = ContinuousClock.now
    let error = try await refusal { try await store.submit("run") }
    #expect(error.reason == .busy)
    #expect(start.duration(to: .now) >= timeout)
    try await other.writeWithoutTransaction { try $0.rollback() }
    #expect(try await store.submit("run") == .new)
  }

  /// Starts tasks while nothing is written to a database, and waits until they have ended.
  private func whileHolding(
    _ database: DatabaseQueue,
    _ body: (inout ThrowingTaskGroup<Void, any Error>) -> Void
  ) async throws {
    try await withThrowingTaskGroup { group in
      let (released, release) = AsyncStream<Void>.makeStream()
      let (began, begin) = AsyncStream<Void>.makeStream()
      group.addTask {
        await withCheckedContinuation { continuation in
          database.asyncWriteWithoutTransaction { _ in
            begin.finish()
            let latch = DispatchSemaphore(value: 0)
            Task.detached {
              for await _ in released {}
              latch.signal()
            }
            latch.wait()
            continuation.resume()
          }
        }
      }
      for await _ in began {}
      body(&group)
      release.finish()
      try await group.waitForAll()
    }
  }

  /// Returns whether the next write of a group is carried out in the task that asks for it.
  private func isCarriedOutInTask(_ group: WriteGroup) async throws -> Bool {
    try await group.perform { _ in withUnsafeCurrentTask { $0 != nil } }
  }
}

private final class CommitCounter: TransactionObserver {
  private(set) nonisolated(unsafe) var count = 0

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { count += 1 }
  func databaseDidRollback(_ db: Database) {}
}
#endif
