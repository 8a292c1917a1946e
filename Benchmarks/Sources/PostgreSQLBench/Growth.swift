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
    if count >= size { return }
    try await OtherRuns.add(count + 1...size, to: schema, in: database, areParked: true)
  }
}
#endif
