#if PostgreSQL
import ArgumentParser
import BenchmarkHarness
import DurableWorkflowsPostgreSQL

/// Measures the cost of a round trip, in a task and in a loop that blocks.
struct Ping: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ping",
    abstract: "The time of a round trip, over LibPQDatabase and over libpq alone."
  )

  @Option(help: "The URL of a server.") var url: String
  @Option(help: "Round trips.") var count = 2000

  func run() async throws {
    let database = try LibPQDatabase(url)
    try await database.query("SELECT $1::bigint", [1])
    let ours = try await ContinuousClock().measure {
      for _ in 0..<count { try await database.query("SELECT $1::bigint", [1]) }
    }
    let connection = BareConnection(url)
    try connection.prepare("ping", "SELECT 1::bigint")
    let bare = try ContinuousClock().measure {
      for _ in 0..<count { try connection.execute("ping") }
    }
    let each = (ours / .microseconds(1) / Double(count), bare / .microseconds(1) / Double(count))
    print("ours \(fixed(each.0, digits: 0)) us, bare \(fixed(each.1, digits: 0)) us")
  }
}
#endif
