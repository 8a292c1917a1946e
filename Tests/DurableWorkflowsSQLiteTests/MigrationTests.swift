#if SQLite
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB
import Testing

/// Files that earlier versions have written.
@Suite struct MigrationTests {
  @Test func aFileOfTheFirstVersionKeepsItsRunsAndGetsSchedules() async throws {
    let queue = try DatabaseQueue()
    let first = try await SQLiteRunStore(queue)
    let run = RunSubmission(id: "run", workflow: "flow", input: Data("input".utf8))
    _ = try await first.submit(run)
    // As it was: schedules have come with the second version.
    try await queue.write { db in
      try db.execute(sql: "DROP TABLE tenon_schedules; UPDATE tenon_store SET version = 1")
    }
    let store = try await SQLiteRunStore(queue)
    #expect(try await store.load("run")?.input == run.input)
    #expect(try await store.schedules() == [])
    let schedule = StoredSchedule(name: "a", workflow: "flow", input: nil, rule: Data(), next: 1)
    #expect(try await store.setSchedule(schedule))
    // Opened again, nothing is to be done.
    #expect(try await SQLiteRunStore(queue).schedules().map(\.name) == ["a"])
  }
}
#endif
