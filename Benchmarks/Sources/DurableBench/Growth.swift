#if SQLite
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB
import Workflows

/// Measures how long submitting and claiming a run take in a file with many other runs.
struct Growth: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "How the cost of a run grows with the runs in the file."
  )

  @Option(help: "A folder on the disk to measure.") var folder: String?
  @Option(parsing: .upToNextOption, help: "Numbers of ended runs, rising.")
  var ended = [10_000, 100_000, 1_000_000]
  @Option(help: "Runs that wait, added in the end.") var parked = 1_000_000
  @Option(help: "Runs that are measured at each size.") var samples = 6000
  @Flag(help: "Wait for the disk at each write.") var full = false

  func run() async throws {
    let folder = try WorkFolder(in: folder)
    let durability: SQLiteRunStore.Options.Durability = full ? .full : .normal
    let crowd = try await Crowd(in: folder, durability)
    print("Microseconds for one run at a time, \(samples) times, synchronous \(durability.name).\n")
    var rows = [
      [
        "ended", "waiting", "MB", "submit p50", "p99", "to first", "claim p50", "p99", "to first",
        "step p50", "p99", "to first",
      ]
    ]
    var first: [Double]?
    var sizes = ended.map { (ended: $0, parked: 0) }
    if parked > 0 { sizes.append((ended.last ?? 0, parked)) }
    for size in sizes {
      try await crowd.grow(to: size.ended, parked: size.parked)
      let times = try await crowd.measure(samples)
      let medians = times.map { quantile(0.5, of: $0) }
      if first == nil { first = medians }
      rows.append(
        ["\(size.ended)", "\(size.parked)", "\(try crowd.megabytes)"]
          + times.indices.flatMap { index in
            [
              fixed(medians[index], digits: 0),
              fixed(quantile(0.99, of: times[index]), digits: 0),
              fixed(medians[index] / (first ?? medians)[index], digits: 2),
            ]
          }
      )
      progress("measured with \(size.ended) ended, \(size.parked) waiting")
    }
    print("\n\(aligned(rows, leftAligned: []))")
  }
}

/// A file with many runs: two that were actually run, and copies of their rows.
private struct Crowd {
  private static let tables = [
    "runs", "inputs", "ends", "records", "waits", "limits", "attempts", "signals",
  ]
  private static let day = 86_400_000

  let database: DatabasePool
  let store: SQLiteRunStore
  private let ended: Int64
  private let parked: Int64

  init(in folder: WorkFolder, _ durability: SQLiteRunStore.Options.Durability) async throws {
    database = try await folder.database(durability)
    store = try await SQLiteRunStore(database)
    let approval = Signal<Int>("approval")
    let approved = Workflow("approved") {
      Perform("ask") { (value: Int) in value }.checkpoint()
      WaitForSignal(approval, timeout: .seconds(30 * 86_400))
      Perform("end") { (value: Int, _: Int) in value }.checkpoint()
    }
    let workflow = Workflow("crowd") {
      Perform("begin") { (value: Int) in value }.checkpoint()
      When("large", { (value: Int) in value > 1 }) { approved }
    }
    let (parks, park) = AsyncStream.makeStream(of: Void.self)
    let runs = try DurableRuns(store: store, workflows: [workflow.durable()]) { event in
      if case .parked = event { park.yield() }
    }
    runs.start()
    _ = try await runs.submit(workflow, id: "ended", input: 1).value
    _ = try await runs.submit(workflow, id: "parked", input: 2)
    for await _ in parks { break }
    await runs.stop()
    let numbers = try await database.read { db in
      try Int64.fetchAll(db, sql: "SELECT run FROM tenon_runs ORDER BY id")
    }
    ended = numbers[0]
    parked = numbers[1]
  }

  var megabytes: Int {
    get throws {
      let file = try FileManager.default.attributesOfItem(atPath: database.path)
      return (file[.size] as? Int ?? 0) / 1_000_000
    }
  }

  /// Copies the two runs until the file contains the given numbers of them.
  func grow(to endedCount: Int, parked parkedCount: Int) async throws {
    let (ended, parked) = (ended, parked)
    try await database.writeWithoutTransaction { db in
      let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? 2
      try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")
      try Self.copy(ended, to: endedCount, where: "state = 2", db)
      try Self.copy(parked, to: parkedCount, where: "state = 0", db)
      try db.execute(sql: "PRAGMA cache_size = -2000; PRAGMA synchronous = \(synchronous)")
      try db.checkpoint(.truncate)
    }
  }

  private static func copy(
    _ run: Int64,
    to count: Int,
    where condition: String,
    _ db: Database
  ) throws {
    let existing =
      try Int.fetchOne(db, sql: "SELECT count(*) FROM tenon_runs WHERE \(condition)") ?? 0
    var missing = count - existing
    while missing > 0 {
      let batch = min(missing, 50_000)
      let last = try Int64.fetchOne(db, sql: "SELECT max(run) FROM tenon_runs") ?? 0
      try db.inTransaction {
        for table in tables {
          // Identifiers are in no order, as clients create them. Past times are within the last
          // hours, and future ones within a month.
          let values = try db.columns(in: "tenon_\(table)").map { column in
            switch column.name {
            case "run": "\(last) + n"
            case "id": "lower(hex(randomblob(16)))"
            case "submitted", "ended": "\(column.name) - \(missing) + n"
            case "due": "due - abs(random()) % \(20 * day)"
            default: column.name
            }
          }
          try db.execute(
            sql: """
              WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers \
              WHERE n < \(batch)) INSERT INTO tenon_\(table) SELECT \
              \(values.joined(separator: ", ")) FROM tenon_\(table), numbers WHERE run = \(run)
              """
          )
        }
        return .commit
      }
      missing -= batch
    }
  }

  /// Submits a run, claims it, records a step and ends it, many times.
  ///
  /// - Returns: The microseconds of the submissions, the claims, and the steps.
  func measure(_ samples: Int) async throws -> [[Double]] {
    let clock = ContinuousClock()
    var times: [[Double]] = [[], [], []]
    let request = ClaimRequest(worker: "bench", workflows: ["crowd"], lease: .seconds(30))
    for number in -20..<samples {
      let submission = RunSubmission(id: "\(UUID())", workflow: "crowd", input: Data("1".utf8))
      var claimed: ClaimAnswer?
      let submitTime = try await clock.measure { _ = try await store.submit(submission) }
      let claimTime = try await clock.measure { claimed = try await store.claim(request) }
      guard let run = claimed?.runs.first, run.id == submission.id else { throw NotClaimed() }
      let step = RunWrite(
        run: run.id,
        epoch: run.row.epoch,
        token: 1,
        changes: [
          .record(
            RecordPath("/crowd/begin"),
            Data("1".utf8),
            type: "Int",
            isCompensated: false,
            took: 0
          )
        ],
        continuation: .keep
      )
      let stepTime = try await clock.measure { _ = try await store.commit(step) }
      let end = RunWrite(
        run: run.id,
        epoch: run.row.epoch,
        token: 2,
        changes: [],
        continuation: .end(.value(Data("1".utf8)))
      )
      _ = try await store.commit(end)
      if number < 0 { continue }
      for (index, time) in [submitTime, claimTime, stepTime].enumerated() {
        times[index].append(time / .microseconds(1))
      }
    }
    return times
  }
}

private struct NotClaimed: Error {}
#endif
