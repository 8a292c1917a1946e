#if SQLite
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB
import Workflows

/// Measures the memory that a waiting run occupies in its process.
struct WaitingRuns: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waiting",
    abstract: "The memory of runs that wait, in a file and in memory."
  )

  @Option(help: "A folder on the disk to use.") var folder: String?
  @Option(help: "Runs that wait.") var count = 100_000
  @Flag(help: "Runs of a function instead of a chain of steps.") var functions = false

  private static let approval = Signal<Int>("approval")
  private static let chain = Workflow<Int, Int>("waiting") {
    Perform("begin") { (value: Int) in value }.checkpoint()
    WaitForSignal(approval)
    Perform("end") { (value: Int, _: Int) in value }.checkpoint()
  }
  private static let function = Workflow<Int, Int>("waiting") { value, run in
    let value = try await run.step("begin") { value }
    _ = try await run.signal(approval)
    return try await run.step("end") { value }
  }

  func run() async throws {
    let workflow = functions ? Self.function : Self.chain
    let folder = try WorkFolder(in: folder)
    let database = try await folder.database(.normal)
    let store = try await RunStore.sqlite(database)
    let (parks, park) = AsyncStream.makeStream(of: Void.self)
    let runs = try DurableRuns(store: store, workflows: [workflow.durable()]) { event in
      if case .parked = event { park.yield() }
    }
    runs.start()
    var iterator = parks.makeAsyncIterator()
    func submitAndPark(_ prefix: String, _ count: Int) async throws {
      try await database.write { db in
        for number in 0..<count {
          let run = try runs.submission(of: workflow, id: "\(prefix)-\(number)", input: number)
          _ = try store.submit(run, in: db)
        }
      }
      for _ in 0..<count { _ = await iterator.next() }
    }
    // These runs bring caches, threads and the allocator to their final size.
    try await submitAndPark("warm", 2000)
    let before = residentBytes()
    let time = try await ContinuousClock().measure { try await submitAndPark("run", count) }
    let after = residentBytes()
    let waiting = try await runs.counts()[.waiting] ?? 0
    await runs.stop()
    print("\(waiting) runs wait in the file; \(count) of them were parked in \(time).")
    print("resident before: \(before / 1024) KiB, after: \(after / 1024) KiB, ", terminator: "")
    print("for each run: \(fixed(Double(after - before) / Double(count), digits: 1)) bytes")

    let inMemory = 10_000
    var kept: [WorkflowRun<Int>] = []
    kept.reserveCapacity(inMemory)
    let earlier = residentBytes()
    for number in 0..<inMemory { kept.append(workflow.start(number)) }
    try await Task.sleep(for: .seconds(3))
    let bytes = Double(residentBytes() - earlier) / Double(inMemory)
    print("without a store: \(fixed(bytes, digits: 0)) bytes for each of \(kept.count) runs")
  }
}

/// Returns the resident memory of this process, or zero where it is unknown.
private func residentBytes() -> Int {
  guard let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
    return 0
  }
  let fields = line.split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
}
#endif
