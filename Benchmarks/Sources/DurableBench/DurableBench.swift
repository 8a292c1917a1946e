#if SQLite
import ArgumentParser

/// `durable-bench`: measures the cost of a durable run.
@main
struct DurableBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "durable-bench",
    abstract: "Measures durable runs: in a file, in memory, and in a file that has grown.",
    subcommands: [
      RunsPerSecond.self, WritesOfRuns.self, InMemory.self, Growth.self, WaitingRuns.self,
      Check.self, Profile.self,
    ]
  )
}
#else
@main
struct DurableBench {
  static func main() { print("Build with --traits SQLite.") }
}
#endif
