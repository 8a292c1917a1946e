#if PostgreSQL
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Foundation
import Synchronization
import Workflows

/// From the submission in one process to the start in another one, over `NOTIFY`.
struct Latency: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency",
    abstract: "The time from a submission to the start of the run by another store."
  )

  @Option(help: "The URL of a server.") var url: String
  @Option(help: "Runs.") var count = 300

  func run() async throws {
    let schema = "latency_\(UUID().uuidString.prefix(8).lowercased())"
    let options = PostgreSQLRunStore.Options(schema: schema)
    let starts = Mutex<[Int: ContinuousClock.Instant]>([:])
    let workflow = Workflow("latency") {
      Perform("note") { (number: Int) in starts.withLock { $0[number] = .now } }
    }
    let submitting = try DurableRuns(
      store: try await PostgreSQLRunStore(url, options: options),
      workflows: [workflow.durable()]
    )
    let working = try DurableRuns(
      store: try await PostgreSQLRunStore(url, options: options),
      workflows: [workflow.durable()]
    )
    working.start()
    var times: [Double] = []
    for number in 0..<count {
      let start = ContinuousClock.now
      let run = try await submitting.submit(workflow, id: "\(number)", input: number)
      while starts.withLock({ $0[number] }) == nil { try await Task.sleep(for: .microseconds(200)) }
      if let begun = starts.withLock({ $0[number] }) {
        times.append(start.duration(to: begun) / .milliseconds(1))
      }
      _ = run
    }
    await working.stop()
    let database = try LibPQDatabase(url)
    try await database.query("DROP SCHEMA \(schema) CASCADE")
    print(
      "From submission to start in another store, \(count) runs, queue idle: "
        + "p50 \(fixed(quantile(0.5, of: times), digits: 1)) ms, "
        + "p99 \(fixed(quantile(0.99, of: times), digits: 1)) ms"
    )
  }
}
#endif
