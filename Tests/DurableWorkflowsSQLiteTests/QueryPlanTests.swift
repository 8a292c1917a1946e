#if SQLite
@_spi(Stores) import DurableWorkflows
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DurableWorkflowsSQLite

@Suite struct QueryPlanTests {
  /// Returns SQLite's query plan for a statement.
  private static func plan(_ sql: String, _ arguments: StatementArguments) async throws -> String {
    let queue = try DatabaseQueue()
    _ = try await SQLiteRunStore(queue)
    return try await queue.read { db in
      let rows = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments)
      return rows.map { $0["detail"] as String }.joined(separator: "; ")
    }
  }

  @Test func aClaimReadsNoMoreThanTheRunsThatItGets() async throws {
    let plan = try await Self.plan(RunTransaction.dueRuns, ["flow", 1, 0, 1])
    #expect(
      plan == "SEARCH tenon_runs USING INDEX tenon_runs_due (workflow=? AND version=? AND due<?)"
    )
  }

  @Test func theNextDueRunIsTheFirstOfTheIndex() async throws {
    let plan = try await Self.plan(RunTransaction.firstDue, ["flow", 1])
    #expect(
      plan == "SEARCH tenon_runs USING INDEX tenon_runs_due (workflow=? AND version=? AND due>?)"
    )
  }

  @Test func aClaimOfAQueueReadsNoMoreThanTheRunsThatItGets() async throws {
    for (onlyBegun, index) in [(false, "tenon_runs_queued"), (true, "tenon_runs_resumed")] {
      let search = """
        SEARCH tenon_runs USING INDEX \(index) \
        (queue=? AND partition=? AND workflow=? AND version=? AND priority
        """
      let due = RunTransaction.dueInQueue(onlyBegun: onlyBegun)
      #expect(try await Self.plan(due, ["a", "", "b", 1, 0, 0, 1]) == "\(search)=? AND due<?)")
      let first = RunTransaction.firstDueInQueue(onlyBegun: onlyBegun)
      #expect(try await Self.plan(first, ["a", "", "b", 1, 0]) == "\(search)=? AND due>?)")
      let below = RunTransaction.priorityBelow(onlyBegun: onlyBegun)
      let plan = try await Self.plan(below, ["a", "", "b", 1, 0])
      // The first entry of the index is the greatest one.
      #expect(plan.replacing("COVERING ", with: "") == "\(search)<?)")
    }
  }

  @Test func theRoomOfAQueueIsReadFromIndexes() async throws {
    let active = try await Self.plan(RunTransaction.activeRuns, ["worker", "a", 0])
    #expect(active == "SEARCH tenon_runs USING INDEX tenon_runs_active (queue=?)")
    let starts = try await Self.plan(RunTransaction.recentStarts, ["a", "", 0, 1])
    let search = "SEARCH tenon_runs USING COVERING INDEX tenon_runs_started"
    #expect(starts == "\(search) (queue=? AND partition=? AND started>?)")
    let partitions = try await Self.plan(
      RunTransaction.partitions,
      ["queue": "a", "workflow": "b", "version": 1, "now": 0]
    )
    // Each table but those of the statement itself is searched.
    #expect(!partitions.contains("SCAN tenon_runs") && !partitions.contains("SCAN r"))
    let searches = partitions.ranges(of: "INDEX tenon_runs_queued (queue=?").count
    let all = ["SEARCH r ", "SEARCH tenon_runs "].map { partitions.ranges(of: $0).count }
    #expect(searches == all[0] + all[1], "\(partitions)")
  }

  @Test func aRenewalReadsTheRunsOfTheWorker() async throws {
    let plan = try await Self.plan(RunTransaction.runsOfWorker, ["worker"])
    #expect(plan == "SEARCH tenon_runs USING INDEX tenon_runs_worker (worker=?)")
  }

  @Test func aClaimReadsNoMoreThanTheSchedulesThatAreDue() async throws {
    let due = try await Self.plan(RunTransaction.dueSchedules, ["flow", 1, 0])
    let search = "SEARCH tenon_schedules USING INDEX tenon_schedules_next"
    #expect(due == "\(search) (workflow=? AND version=? AND next<?)")
    let next = try await Self.plan(RunTransaction.nextSchedule, ["flow", 1, 0])
    #expect(next.hasPrefix("SEARCH tenon_schedules USING"))
    #expect(next.hasSuffix("INDEX tenon_schedules_next (workflow=? AND version=? AND next>?)"))
  }

  @Test func runsThatHaveEndedAreRemovedInTheOrderOfTheIndex() async throws {
    let plan = try await Self.plan(RunTransaction.endedRuns, [0, 1])
    #expect(plan == "SEARCH tenon_runs USING COVERING INDEX tenon_runs_ended (ended<?)")
  }
}
#endif
