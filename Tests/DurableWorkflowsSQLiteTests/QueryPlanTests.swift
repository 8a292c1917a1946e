#if SQLite
import DurableWorkflows
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DurableWorkflowsSQLite

@Suite struct QueryPlanTests {
  /// What SQLite does for a statement.
  private static func plan(_ sql: String, _ arguments: StatementArguments) async throws -> String {
    let queue = try DatabaseQueue()
    _ = try await SQLiteRunStore(queue)
    return try await queue.read { db in
      let rows = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments)
      return rows.map { $0["detail"] as String }.joined(separator: "; ")
    }
  }

  @Test func aClaimReadsNoMoreThanTheRunsThatItGets() async throws {
    let plan = try await Self.plan(RunTransaction.dueRuns, ["flow", 0, 1])
    #expect(plan == "SEARCH tenon_runs USING INDEX tenon_runs_due (workflow=? AND due<?)")
  }

  @Test func theNextDueRunIsTheFirstOfTheIndex() async throws {
    let plan = try await Self.plan(RunTransaction.firstDue, ["flow"])
    #expect(plan == "SEARCH tenon_runs USING INDEX tenon_runs_due (workflow=? AND due>?)")
  }

  @Test func aRenewalReadsTheRunsOfTheWorker() async throws {
    let plan = try await Self.plan(RunTransaction.runsOfWorker, ["worker"])
    #expect(plan == "SEARCH tenon_runs USING INDEX tenon_runs_worker (worker=?)")
  }

  @Test func aClaimReadsNoMoreThanTheSchedulesThatAreDue() async throws {
    let due = try await Self.plan(RunTransaction.dueSchedules, ["flow", 0])
    let search = "SEARCH tenon_schedules USING INDEX tenon_schedules_next"
    #expect(due == "\(search) (workflow=? AND next<?)")
    let next = try await Self.plan(RunTransaction.nextSchedule, ["flow", 0])
    #expect(next.hasPrefix("SEARCH tenon_schedules USING"))
    #expect(next.hasSuffix("INDEX tenon_schedules_next (workflow=? AND next>?)"))
  }

  @Test func runsThatHaveEndedAreRemovedInTheOrderOfTheIndex() async throws {
    let plan = try await Self.plan(RunTransaction.endedRuns, [0, 1])
    #expect(plan == "SEARCH tenon_runs USING COVERING INDEX tenon_runs_ended (ended<?)")
  }
}
#endif
