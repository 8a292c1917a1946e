#if PostgreSQL
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Synchronization
import Workflows

/// Measures the time from a submission in one store to the start in another, over `NOTIFY`.
struct Latency: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency",
    abstract: "The time from a submission to the start of the run by another store."
  )

  @Option(help: "The URL of a server.") var url: String
  @Option(help: "Runs whose time is taken.") var count = 300
  @Option(help: "Runs that wait in the queue, where it is full.") var waiting = 5000

  /// The start times of runs.
  private final class Starts: Sendable {
    private let times = Mutex<[Int: ContinuousClock.Instant]>([:])

    func begin(_ number: Int) { times.withLock { $0[number] = .now } }

    func time(of number: Int) async throws -> ContinuousClock.Instant {
      while true {
        if let time = times.withLock({ $0[number] }) { return time }
        try await Task.sleep(for: .microseconds(200))
      }
    }
  }

  func run() async throws {
    print("From submission to start in another store, \(count) runs one after another:")
    try await report("nothing else to do", measure(nil))
    let queue = RunQueue("full", maxConcurrentRuns: 20)
    try await report("\(waiting) runs wait in the queue", measure(queue))
  }

  private func report(_ name: String, _ times: [Double]) {
    print(
      "\(name): p50 \(fixed(quantile(0.5, of: times), digits: 1)) ms, "
        + "p99 \(fixed(quantile(0.99, of: times), digits: 1)) ms"
    )
  }

  /// Measures the times.
  ///
  /// With a queue, they are those of runs that have priority over a number of waiting runs, twenty
  /// of which run at a time, for 20 ms each.
  private func measure(_ queue: RunQueue?) async throws -> [Double] {
    let schema = newSchema("latency")
    let starts = Starts()
    let workflow = Workflow("latency") {
      Perform("note") { (number: Int) in
        if number >= 0 { return starts.begin(number) }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    func runs() async throws -> DurableRuns {
      try DurableRuns(
        store: try await RunStore.postgreSQL(url, options: .init(schema: schema)),
        workflows: [workflow.durable()],
        options: DurableRunsOptions(queues: queue.map { [$0] } ?? [])
      )
    }
    let (submitting, working) = (try await runs(), try await runs())
    if let queue {
      try await submitting.submit(
        (1...waiting).map {
          try submitting.submission(
            of: workflow,
            id: "waiting-\($0)",
            input: -$0,
            in: QueuePlace(queue.name)
          )
        }
      )
    }
    working.start()
    var times: [Double] = []
    for number in 0..<count {
      let start = ContinuousClock.now
      try await submitting.submit(
        workflow,
        id: "\(number)",
        input: number,
        in: queue.map { QueuePlace($0.name, priority: 1) }
      )
      times.append(start.duration(to: try await starts.time(of: number)) / .milliseconds(1))
    }
    let left = try await working.counts()[.queued] ?? 0
    if queue != nil, left == 0 { print("The queue was not full to the end; let more runs wait.") }
    await working.stop()
    let database = try LibPQDatabase(url)
    try await database.query("DROP SCHEMA \(schema) CASCADE")
    return times
  }
}
#endif
