#if SQLite
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB
import Testing

/// Operations that arrive at the same time share transactions, and fail each by itself.
@Suite struct WriteGroupTests {
  @Test func operationsThatArriveTogetherShareTransactions() async throws {
    let database = try DatabaseQueue()
    let store = try await SQLiteRunStore(database)
    let commits = CommitCounter()
    database.add(transactionObserver: commits)
    try await withThrowingTaskGroup { group in
      // Nothing is written while this holds the database.
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
      for number in 0..<50 {
        let submission = RunSubmission(id: "\(number % 40)", workflow: "w", input: Data([1]))
        group.addTask { _ = try await store.submit(submission) }
      }
      // A name that cannot be kept fails its own operation only.
      group.addTask {
        let submission = RunSubmission(id: "bad\0name", workflow: "w", input: Data())
        await #expect(throws: SQLiteRunStoreError.self) { try await store.submit(submission) }
      }
      release.finish()
      try await group.waitForAll()
    }
    #expect(try await store.counts() == [.queued: 40])
    #expect(commits.count < 51)
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
