#if SQLite
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB
import Testing

/// Files that earlier versions have written.
@Suite struct MigrationTests {
  @Test func aFileOfTheFirstVersionKeepsItsRunsAndGetsWhatIsNew() async throws {
    let queue = try DatabaseQueue()
    let first = try await SQLiteRunStore(queue)
    let run = RunSubmission(id: "run", workflow: "flow", input: Data("input".utf8))
    _ = try await first.submit(run)
    // As it was: schedules have come with the second version, and queues with the third.
    try await queue.write { db in
      try db.execute(sql: "DROP TABLE tenon_schedules")
      for index in ["due", "queued", "resumed", "active", "started", "key"] {
        try db.execute(sql: "DROP INDEX tenon_runs_\(index)")
      }
      for column in ["queue", "priority", "key", "started"] {
        try db.execute(sql: "ALTER TABLE tenon_runs DROP COLUMN \(column)")
      }
      try db.execute(
        sql: """
          CREATE INDEX tenon_runs_due ON tenon_runs (workflow, due, id) WHERE due IS NOT NULL;
          UPDATE tenon_store SET version = 1
          """
      )
    }
    let store = try await SQLiteRunStore(queue)
    #expect(try await store.load("run")?.input == run.input)
    #expect(try await store.schedules() == [])
    let schedule = StoredSchedule(name: "a", workflow: "flow", input: nil, rule: Data(), next: 1)
    #expect(try await store.setSchedule(schedule))
    let place = QueuePlace("mail", key: "key")
    let queued = RunSubmission(id: "queued", workflow: "flow", input: Data(), place: place)
    #expect(try await store.submit(queued) == .new)
    #expect(try await store.load("queued")?.key == "key")
    // Opened again, nothing is to be done.
    #expect(try await SQLiteRunStore(queue).schedules().map(\.name) == ["a"])
  }
}
#endif
