#if SQLite
@_spi(Stores) import DurableWorkflows
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

  @Test func aWriteThatFindsAnotherProcessWritingWaitsForIt() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    let timeout = Duration.milliseconds(200)
    let options = SQLiteRunStoreOptions(busyTimeout: timeout)
    let store = try await SQLiteRunStore(at: file, options: options)
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
}

private final class CommitCounter: TransactionObserver {
  private(set) nonisolated(unsafe) var count = 0

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { count += 1 }
  func databaseDidRollback(_ db: Database) {}
}
#endif
