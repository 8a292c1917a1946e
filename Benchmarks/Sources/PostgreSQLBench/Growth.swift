#if PostgreSQL
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Foundation

/// What a run costs in a database with many runs that have ended or are parked.
struct Growth: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "Runs per second among many others that have ended or are parked."
  )

  @Option(help: "The URL of a server.") var url: String
  @Option(help: "How many others.") var sizes: [Int] = [10_000, 100_000, 1_000_000]
  @Option(help: "Runs one after another.") var one = 100

  func run() async throws {
    let schema = "growth_\(UUID().uuidString.prefix(8).lowercased())"
    let database = try LibPQDatabase(url, options: .init(statementTimeout: .seconds(1200)))
    let store = try await PostgreSQLRunStore(database, options: .init(schema: schema))
    let runs = try TenSteps.runs(store)
    runs.start()
    var first = 0
    var base: Double?
    for size in sizes {
      try await fill(database, schema, upTo: size)
      try await TenSteps.runOneAfterAnother(runs, from: first, count: 20)
      first += 20
      var times: [Double] = []
      for _ in 0..<3 {
        let time = try await ContinuousClock().measure {
          try await TenSteps.runOneAfterAnother(runs, from: first, count: one)
        }
        first += one
        times.append(time / .milliseconds(1) / Double(one))
      }
      let time = quantile(0.5, of: times)
      base = base ?? time
      print(
        "\(size) others: \(fixed(time, digits: 2)) ms a run, \(fixed(time / base!, digits: 2)) times the first"
      )
    }
    await runs.stop()
    let retention = try await ContinuousClock().measure {
      while try await store.removeEnded(olderThan: .zero, limit: 10_000) > 0 {}
    }
    print("removing those that have ended took \(fixed(retention / .seconds(1), digits: 1)) s")
    let dead = try await database.query(
      """
      SELECT relname::text, n_live_tup, n_dead_tup, pg_size_pretty(pg_total_relation_size(relid)) \
      FROM pg_stat_user_tables WHERE schemaname = $1 ORDER BY 1
      """,
      [.text(schema)]
    )
    for row in dead { print(row.values.map { $0.literal ?? "" }.joined(separator: " ")) }
    try await database.query("DROP SCHEMA \(schema) CASCADE")
  }

  /// Half of them have ended, with ten records each; the other half is parked.
  private func fill(_ database: LibPQDatabase, _ schema: String, upTo size: Int) async throws {
    let count = try await database.query("SELECT count(*) FROM \(schema).runs")[0][0].integer ?? 0
    let parameters: [PostgreSQLValue] = [.integer(count + 1), .integer(size)]
    try await database.query(
      """
      WITH r AS (
        INSERT INTO \(schema).runs (id, workflow, submitted, state, due, ended, epoch, position)
        SELECT 'other-' || n, 'ten steps', n, CASE n % 2 WHEN 0 THEN 2 ELSE 0 END,
        CASE n % 2 WHEN 1 THEN 4000000000000 + n END, CASE n % 2 WHEN 0 THEN n END, 1, 10
        FROM generate_series($1::bigint, $2::bigint) AS n RETURNING run, state
      ), i AS (INSERT INTO \(schema).inputs SELECT run, '1' FROM r),
      o AS (INSERT INTO \(schema).outcomes (run, value) SELECT run, '1' FROM r WHERE state = 2)
      INSERT INTO \(schema).changes (run, position, epoch, time, kind, path, type, flag, number, value)
      SELECT run, p, 1, 1, 1, '/ten steps/step ' || p, 'Int', false, 0, '1'
      FROM r, generate_series(1, 10) AS p
      """,
      parameters
    )
    try await database.query("ANALYZE")
  }
}
#endif
