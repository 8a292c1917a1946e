#if PostgreSQL
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Foundation

/// Measures how many runs several processes complete in a second.
struct Workers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workers",
    abstract: "Runs of ten steps per second that 1, 2 and 4 processes end."
  )

  @Option(help: "The URL of a server.") var url: String
  @Option(help: "How many processes.") var processes = [1, 2, 4]
  @Option(help: "Runs, which are there before.") var count = 2000

  func run() async throws {
    print("Runs of ten empty steps with checkpoints, per second, of \(count) that are due:")
    for number in processes {
      let rate = try await measure(number)
      print("\(number) \(number == 1 ? "process" : "processes"): \(fixed(rate, digits: 0))")
    }
  }

  private func measure(_ number: Int) async throws -> Double {
    let schema = newSchema("workers")
    let database = try LibPQDatabase(url)
    let store = try await RunStore.postgreSQL(database, options: .init(schema: schema))
    let runs = try TenSteps.runs(store)
    try await runs.submit(
      (0..<count).map {
        try runs.submission(of: TenSteps.workflow, id: "run-\($0)", input: $0)
      }
    )
    try await database.query("ANALYZE")
    let workers = try (0..<number).map { _ in
      let process = Process()
      let (input, output) = (Pipe(), Pipe())
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = ["work", "--url", url, "--schema", schema]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      // The process prints something when it is ready.
      _ = output.fileHandleForReading.availableData
      return (process: process, input: input.fileHandleForWriting)
    }
    let time = try await ContinuousClock().measure {
      for worker in workers { try worker.input.write(contentsOf: Data("go".utf8)) }
      while try await runs.counts()[.succeeded] != count {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    for worker in workers {
      worker.process.terminate()
      worker.process.waitUntilExit()
    }
    try await database.query("DROP SCHEMA \(schema) CASCADE")
    return Double(count) / (time / .seconds(1))
  }
}

/// A process that works on runs from a signal on until it is terminated.
struct Work: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "work", shouldDisplay: false)

  @Option(help: "The URL of a server.") var url: String
  @Option(help: "The schema of the runs.") var schema: String

  func run() async throws {
    let runs = try TenSteps.runs(
      try await RunStore.postgreSQL(url, options: .init(schema: schema)),
      maxConcurrentRuns: 100
    )
    print("ready")
    fflush(nil)
    _ = FileHandle.standardInput.availableData
    runs.start()
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}
#endif
