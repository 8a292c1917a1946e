#if PostgreSQL
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsPostgreSQL

/// Measures what removed runs leave in the tables, before and after a vacuum, and after new runs.
struct Purge: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "The sizes of tables when runs that have ended are removed, and come again."
  )

  @Option(help: "The URL of a server.") var url: String
  @Option(help: "How many runs, each with ten records.") var count = 100_000
  @Option(help: "How many are removed in one write.") var batch = 10_000
  @Option(help: "How often they are removed and come again.") var rounds = 3

  func run() async throws {
    let schema = newSchema("purge")
    let database = try LibPQDatabase(url, options: .init(statementTimeout: .seconds(3600)))
    let store = try await RunStore.postgreSQL(database, options: .init(schema: schema))
    let runs = try TenSteps.runs(store)
    var table = [["round", "tables", "indexes", "removing", "dead rows", "vacuum", "left"]]
    for round in 0..<rounds {
      let numbers = round * count + 1...(round + 1) * count
      try await OtherRuns.add(numbers, to: schema, in: database, areParked: false)
      let full = try await size(schema, database)
      let removing = try await ContinuousClock().measure {
        while try await runs.removeEnded(olderThan: .zero, limit: batch) > 0 {}
      }
      // The rows that the server's autovacuum has not removed in the meantime.
      let dead = try await deadRows(schema, database)
      let vacuum = try await ContinuousClock().measure {
        for name in ["runs", "inputs", "outcomes", "changes", "signals"] {
          try await database.query("VACUUM \(schema).\(name)")
        }
      }
      let left = try await size(schema, database)
      table.append([
        "\(round + 1)", megabytes(full.tables), megabytes(full.indexes),
        "\(fixed(removing / .seconds(1), digits: 1)) s", "\(dead)",
        "\(fixed(vacuum / .seconds(1), digits: 1)) s", megabytes(left.tables + left.indexes),
      ])
    }
    print("\(count) runs that have ended, with ten records each, added and removed:")
    print(aligned(table, leftAligned: []))
    try await database.query("DROP SCHEMA \(schema) CASCADE")
  }

  private func megabytes(_ bytes: Int) -> String {
    "\(fixed(Double(bytes) / 1_000_000, digits: 1)) MB"
  }

  private func size(
    _ schema: String,
    _ database: LibPQDatabase
  ) async throws -> (tables: Int, indexes: Int) {
    let rows = try await database.query(
      """
      SELECT sum(pg_table_size(c.oid))::bigint, sum(pg_indexes_size(c.oid))::bigint
      FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname = $1::text AND c.relkind = 'r'
      """,
      [.text(schema)]
    )
    return (rows[0][0].integer ?? 0, rows[0][1].integer ?? 0)
  }

  private func deadRows(_ schema: String, _ database: LibPQDatabase) async throws -> Int {
    try await database.query("SELECT pg_stat_force_next_flush()")
    let rows = try await database.query(
      """
      SELECT sum(n_dead_tup)::bigint FROM pg_stat_user_tables WHERE schemaname = $1::text
      """,
      [.text(schema)]
    )
    return rows[0][0].integer ?? 0
  }
}
#endif
