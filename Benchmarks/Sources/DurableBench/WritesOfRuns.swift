#if SQLite
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import Futures
import GRDB
import Workflows

/// Counts the transactions that change the file, as SQLite reports them.
struct WritesOfRuns: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "writes",
    abstract: "Counts what a run writes."
  )

  func run() async throws {
    let cases = try await WriteCase.all(in: WorkFolder(in: nil))
    print("Transactions that change the file, for one run.\n\n\(WriteCase.table(cases))")
    if cases.contains(where: { !$0.isMet }) { throw ExitCode.failure }
  }
}

/// The number of writes of a workflow's run.
struct WriteCase {
  let name: String
  /// The checkpoints, persisted attempts and parks of a run.
  let events: Int
  /// The maximum number of writes.
  ///
  /// There is one for each event, one for the submission, one each time a worker takes the run
  /// again after a park, and one for the mark of a chain of compensated steps. What a step records
  /// before a wait shares the write of the park.
  let most: Int
  let writes: Int

  /// The budget: one write for each event, and two more.
  var budget: Int { events + 2 }
  var isMet: Bool { writes <= most }

  static func table(_ cases: [WriteCase]) -> String {
    let rows = cases.map { one in
      [
        one.name, "\(one.writes)", "\(one.most)", "\(one.events)", "\(one.budget)",
        !one.isMet ? "MORE THAN EXPECTED" : one.writes <= one.budget ? "met" : "explained",
      ]
    }
    let header = ["run", "writes", "at most", "events", "events + 2", ""]
    return aligned([header] + rows, leftAligned: [0, 5])
  }

  static func all(in folder: WorkFolder) async throws -> [WriteCase] {
    let pause = Duration.milliseconds(50)
    return [
      try await count("ten checkpoints", TenSteps.checkpointed, events: 10, most: 11, in: folder),
      try await count(
        "three attempts around a checkpoint",
        Workflow("attempts") {
          Workflow("call") {
            Perform.withContext("fail twice") { (value: Int, context) in
              if await Failures.shared.next() < 2 { throw Refused() }
              return value
            }
            .checkpoint()
          }
          .retry(RetryPolicy(attempts: 3, backoff: .none))
        },
        events: 3,
        most: 5,
        in: folder
      ),
      try await count(
        "two checkpoints and a wait",
        Workflow("wait") {
          Perform("before") { (value: Int) in value }.checkpoint()
          Wait(for: pause)
          Perform("behind") { (value: Int) in value }.checkpoint()
        },
        events: 3,
        most: 5,
        in: folder
      ),
      try await count(
        "four waits in a row",
        Workflow("waits") {
          Perform("before") { (value: Int) in value }.checkpoint()
          Wait(for: pause, name: "first")
          Wait(for: pause, name: "second")
          Wait(for: pause, name: "third")
          Wait(for: pause, name: "fourth")
          Perform("behind") { (value: Int) in value }.checkpoint()
        },
        events: 6,
        most: 10,
        in: folder
      ),
      try await count(
        "two branches of five checkpoints",
        Workflow("branches") {
          Parallel("both") {
            branch("left")
            branch("right")
          }
          Perform("sum") { (left: Int, right: Int) in left + right }.checkpoint()
        },
        events: 11,
        most: 12,
        in: folder
      ),
      try await count(
        "three compensated checkpoints",
        Workflow("compensated") {
          compensated("one")
          compensated("two")
          compensated("three")
        },
        events: 3,
        most: 6,
        in: folder
      ),
    ]
  }

  private static func branch(_ name: String) -> Workflow<Int, Int> {
    (0..<5).reduce(.empty(named: name)) {
      $0.then(Perform("step \($1)") { (value: Int) in value }.checkpoint())
    }
  }

  private static func compensated(_ name: String) -> some Step<Int, Int> {
    Perform(name) { (value: Int) in value }.checkpoint().compensate { _ in }
  }

  /// Runs a workflow once, and counts its writes from its submission to its end.
  private static func count(
    _ name: String,
    _ workflow: Workflow<Int, Int>,
    events: Int,
    most: Int,
    in folder: WorkFolder
  ) async throws -> WriteCase {
    let pool = try await folder.database(.normal)
    let counter = WriteCounter()
    pool.add(transactionObserver: counter, extent: .databaseLifetime)
    let runs = try DurableRuns(
      store: try await RunStore.sqlite(pool),
      workflows: [workflow.durable()]
    )
    runs.start()
    let before = try await pool.write { _ in counter.writes }
    _ = try await runs.submit(workflow, id: "run", input: 1).value
    let after = try await pool.write { _ in counter.writes }
    await runs.stop()
    return WriteCase(
      name: name,
      events: events,
      most: most,
      writes: after - before
    )
  }
}

/// Counts the transactions of a connection that changed something.
///
/// GRDB calls its methods on the queue of the connection, which is also the only place that reads
/// it.
private final class WriteCounter: TransactionObserver, @unchecked Sendable {
  private(set) var writes = 0
  private var hasChanged = false

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) { hasChanged = true }
  func databaseDidRollback(_ db: Database) { hasChanged = false }

  func databaseDidCommit(_ db: Database) {
    if hasChanged { writes += 1 }
    hasChanged = false
  }
}

private actor Failures {
  static let shared = Failures()
  private var count = 0

  func next() -> Int {
    defer { count += 1 }
    return count
  }
}

private struct Refused: Error {}
#endif
