#if PostgreSQL
import ArgumentParser

/// `postgresql-bench`: measures the cost of a durable run in PostgreSQL.
@main
struct PostgreSQLBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "postgresql-bench",
    abstract: "Measures durable runs in PostgreSQL.",
    subcommands: [
      RunsPerSecond.self, Workers.self, Latency.self, Growth.self, Purge.self, Work.self,
    ]
  )
}
#else
@main
struct PostgreSQLBench {
  static func main() { print("Build with --traits PostgreSQL.") }
}
#endif
