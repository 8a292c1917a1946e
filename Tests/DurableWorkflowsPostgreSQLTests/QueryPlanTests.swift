#if PostgreSQL
@_spi(Stores) import DurableWorkflows
import Foundation
import Testing
import Workflows

@testable import DurableWorkflowsPostgreSQL

@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct QueryPlanTests {
  /// Tables with ten thousand runs, most of which have ended or are parked, and the server's plans
  /// for statements on them.
  private struct Plans {
    let database: LibPQDatabase
    let statements: StoreStatements

    init() async throws {
      let bench = try await StoreBench.shared
      database = bench.database
      let options = bench.newOptions()
      _ = try await PostgreSQLRunStore(database, options: options)
      statements = StoreStatements(
        schema: try SchemaName(options.schema),
        systemTime: StoreStatements.systemTime
      )
      try await database.query(
        """
        INSERT INTO \(statements.schema).runs (id, workflow, version, submitted, state, due, ended, worker)
        SELECT n::text, 'flow', 1, n, CASE n % 2 WHEN 0 THEN 2 ELSE 0 END,
        CASE n % 2 WHEN 1 THEN 4000000000000 + n END, CASE n % 2 WHEN 0 THEN n END, n::text
        FROM generate_series(1, 10000) AS n
        """
      )
      try await database.query(
        """
        INSERT INTO \(statements.schema).runs
          (id, workflow, version, submitted, state, due, until, ended, worker, queue, partition,
          priority, started)
        SELECT 'queued ' || n, 'flow', 1, n, CASE WHEN n % 2 = 0 THEN 2 WHEN n % 100 = 1 THEN 1 ELSE 0 END,
        CASE n % 2 WHEN 1 THEN 4000000000000 + n END,
        CASE n % 100 WHEN 1 THEN 4000000000000 + n END, CASE n % 2 WHEN 0 THEN n END, n::text,
        'mail', 'tenant ' || n % 7, n % 3, CASE WHEN n % 100 <> 3 THEN n END
        FROM generate_series(1, 10000) AS n
        """
      )
      try await database.query(
        """
        INSERT INTO \(statements.schema).schedules (name, workflow, version, rule, next, revision)
        SELECT 'schedule ' || n, 'flow', 1, '', 4000000000000 + n, 1
        FROM generate_series(1, 10000) AS n
        """
      )
      try await database.query("ANALYZE \(statements.schema).runs, \(statements.schema).schedules")
    }

    func planOfAClaim(inQueues: Bool) async throws -> String {
      let parameters: [PostgreSQLValue] = [
        .array(["flow"]), 1, "worker", 60_000, 8, "reason", .array([1]),
      ]
      let queues: [PostgreSQLValue] = [
        .array(["mail"]), .array([3]), .array([2]), .array([9]), .array([60_000]),
      ]
      return inQueues
        ? try await plan(statements.claimInQueues, parameters + queues)
        : try await plan(statements.claim, parameters)
    }

    func plan(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> String {
      let rows = try await database.query("EXPLAIN \(sql)", parameters)
      return rows.compactMap(\.[0].text).joined(separator: "\n")
    }
  }

  @Test func aClaimReadsNoMoreThanTheRunsThatItGets() async throws {
    let plans = try await Plans()
    let plan = try await plans.planOfAClaim(inQueues: false)
    // The time is part of the index condition, not a filter applied afterward.
    let due =
      /Index Cond: \(\(workflow = w_1.name\) AND \(version = w_1.version\) AND \(due <= \$\d+\)/
    #expect(plan.contains(due), "\(plan)")
    #expect(!plan.contains("Seq Scan on runs"), "\(plan)")
    #expect(!plan.contains("Sort Key: r.due"), "\(plan)")
    #expect(!plan.contains("JIT"), "\(plan)")
  }

  @Test func aClaimOfAQueueReadsNoMoreThanTheRunsThatItGets() async throws {
    let plans = try await Plans()
    let plan = try await plans.planOfAClaim(inQueues: true)
    // There is one scan for each priority, and separate ones for new runs and runs that have begun.
    let scan = /Index Scan using runs_queued on runs .*\n +Index Cond: (.*)/
    let conditions = plan.matches(of: scan).map(\.1)
    let due = /queue = .*partition = .*workflow = .*\(started IS NULL\) = .*priority = .*due <=/
    #expect(conditions.contains { $0.contains(due) }, "\(plan)")
    // One scan finds whether runs are due, and one when the next run will be.
    #expect(plan.ranges(of: "using runs_queued_due on runs").count == 2, "\(plan)")
    #expect(plan.contains("using runs_started on runs"), "\(plan)")
    #expect(plan.contains("using runs_active on runs"), "\(plan)")
    #expect(!plan.contains("Seq Scan on runs"), "\(plan)")
    #expect(!plan.contains("Sort Key: r.due"), "\(plan)")
    #expect(!plan.contains("JIT"), "\(plan)")
  }

  @Test func aScheduleIsFoundByItsTime() async throws {
    let plans = try await Plans()
    let plan = try await plans.planOfAClaim(inQueues: false)
    #expect(plan.contains(/using schedules_next on schedules.*\n.*next <=/), "\(plan)")
    #expect(plan.contains(/using schedules_next on schedules.*\n.*next >/), "\(plan)")
  }

  @Test func aWriteFindsItsRunByItsIdentifier() async throws {
    let plans = try await Plans()
    let plan = try await plans.plan(
      plans.statements.keep,
      [.array([0]), .array(["17"]), .array([1]), .array([1]), .array([1]), .array([true])]
        + [.array([0]), .array([1])] + JournalEntry.parameters([JournalEntry(.begin(.root))])
    )
    #expect(plan.contains("Index Scan using runs_id_key on runs"), "\(plan)")
    #expect(!plan.contains("Seq Scan on runs"), "\(plan)")
  }

  @Test func aRenewalReadsTheRunsOfTheWorker() async throws {
    let plans = try await Plans()
    let plan = try await plans.plan(plans.statements.renew, ["worker"])
    #expect(plan.contains("Index Scan using runs_worker on runs"), "\(plan)")
  }

  @Test func runsThatHaveEndedAreRemovedInTheOrderOfTheIndex() async throws {
    let plans = try await Plans()
    let plan = try await plans.plan(plans.statements.removeEnded, [0, 10])
    #expect(plan.contains(/using runs_ended on runs/), "\(plan)")
    #expect(!plan.contains("Sort Key: runs.ended"), "\(plan)")
  }

  @Test func aListReadsTheLastRunsOnly() async throws {
    let plans = try await Plans()
    let plan = try await plans.plan(
      plans.statements.list([]),
      [10, nil, .integer(5000), "5000", nil, nil, nil, nil, nil, nil]
    )
    #expect(plan.contains("Index Scan Backward using runs_submitted on runs"), "\(plan)")
  }

  @Test func aStatementThatComesOftenIsNotPlannedAnewEachTime() async throws {
    let bench = try await StoreBench.shared
    // A single connection can report all statements that it has prepared.
    let database = try LibPQDatabase(bench.url, options: .init(maxConnections: 1))
    defer { database.close() }
    let options = bench.newOptions(listens: false)
    let store = try await PostgreSQLRunStore(database, options: options)
    let queues = [RunQueue("mail", maxConcurrentRuns: 99, rate: .init(99, per: .seconds(60)))]
    // In tables with few rows, all plans cost the same.
    let schema = try SchemaName(options.schema)
    try await database.query(
      """
      INSERT INTO \(schema).runs (id, workflow, version, submitted, state, ended)
      SELECT 'ended ' || n, 'flow', 1, n, 2, n FROM generate_series(1, 10000) AS n
      """
    )
    try await database.query("ANALYZE \(schema).runs")
    let count = 12
    for number in 0..<count {
      let run = RunSubmission(id: "\(number)", workflow: "flow", input: Data())
      let request = ClaimRequest(
        worker: "worker",
        workflows: [WorkflowVersion("flow")],
        lease: .seconds(60)
      )
      _ = try await store.submit(run, claiming: request)
      try await store.submit("other \(number)")
      _ = try await store.claim()
      _ = try await store.claim(queues: queues)
      // Each change is written alone, and together with others.
      for (count, isEnd) in [(1, false), (2, false), (2, true)] {
        let end = RunContinuation<Data>.end(.value(Data()))
        let write = RunWrite(
          run: isEnd ? "other \(number)" : "\(number)",
          epoch: 1,
          token: 1 + count,
          changes: Array(repeating: .begin(.root), count: count),
          continuation: isEnd ? end : .keep
        )
        guard case .kept = try await store.commit(write) else {
          Issue.record("\(write) was refused")
          return
        }
      }
      _ = try await store.load("\(number)")
      _ = try await store.renew("worker")
    }
    let rows = try await database.query(
      """
      SELECT statement, custom_plans FROM pg_prepared_statements
      WHERE custom_plans + generic_plans >= $1::bigint
      """,
      [.integer(count)]
    )
    #expect(rows.count >= 7)
    for row in rows { #expect(row[1].integer ?? 0 <= 5, "\(row[0].text ?? "")") }
  }

  @Test func aWriteOfAWorkerThatGoesOnChangesNoIndex() async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions(listens: false)
    // A single connection can report all updates that it has made.
    let database = try LibPQDatabase(bench.url, options: .init(maxConnections: 1))
    defer { database.close() }
    let store = try await PostgreSQLRunStore(database, options: options)
    try await store.submit("run")
    _ = try await store.claim()
    func updates() async throws -> (all: Int, hot: Int) {
      try await database.query("SELECT pg_stat_force_next_flush()")
      let rows = try await database.query(
        """
        SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables
        WHERE schemaname = $1 AND relname = 'runs'
        """,
        [.text(options.schema)]
      )
      return (rows.first?[0].integer ?? 0, rows.first?[1].integer ?? 0)
    }
    let before = try await updates()
    for token in 1...50 {
      let change = RunChange.record(.root.appending("\(token)"), Data(), isCompensated: false)
      let write = RunWrite(
        run: "run",
        epoch: 1,
        token: token,
        changes: [change],
        continuation: .keep
      )
      guard case .kept = try await store.commit(write) else {
        Issue.record("the write was refused")
        return
      }
    }
    let after = try await updates()
    #expect(after.all - before.all == 50)
    // An update is not heap-only when its page is full.
    #expect(after.hot - before.hot >= 40)
  }
}
#endif
