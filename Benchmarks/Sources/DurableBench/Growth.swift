#if SQLite
import ArgumentParser
import BenchmarkHarness
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB
import Workflows

/// Measures how long submitting and claiming a run take in a file with many other runs.
///
/// Each size has a file of its own, and the files take turns, so that a machine that becomes slower
/// does so for all of them.
struct Growth: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "How the cost of a run grows with the runs in the file."
  )

  @Option(help: "A folder on the disk to measure.") var folder: String?
  @Option(parsing: .upToNextOption, help: "Numbers of ended runs, rising.")
  var ended = [10_000, 100_000, 1_000_000]
  @Option(help: "Runs that wait, in one more file with the last number of ended ones.")
  var parked = 1_000_000
  @Option(help: "Rounds; each has all files once.") var rounds = 30
  @Option(help: "Runs that are measured in each file and round.") var samples = 200
  @Flag(help: "Wait for the disk at each write.") var full = false

  func run() async throws {
    let folder = try WorkFolder(in: folder)
    let durability: SQLiteRunStoreOptions.Durability = full ? .full : .normal
    var sizes = ended.map { (ended: $0, parked: 0) }
    if parked > 0 { sizes.append((ended.last ?? 0, parked)) }
    var crowds: [Crowd] = []
    for size in sizes {
      crowds.append(
        try await Crowd(in: folder, durability, ended: size.ended, parked: size.parked)
      )
      progress("created a file with \(size.ended) ended, \(size.parked) waiting")
    }
    var results = crowds.map { _ in Operations() }
    for _ in 0..<rounds {
      for (index, crowd) in crowds.enumerated() {
        try await crowd.measure(samples, into: &results[index])
      }
    }
    print(
      """
      Microseconds for one run at a time, \(rounds) rounds of \(samples), synchronous \
      \(durability.name). "to first" is the median over the rounds of the ratio of their medians.

      """
    )
    var rows = [["ended", "waiting", "MB"]]
    for name in Operations.names { rows[0] += ["\(name) p50", "p99", "to first"] }
    for (index, size) in sizes.enumerated() {
      let columns = zip(results[index].all, results[0].all).flatMap { times, first in
        [
          fixed(quantile(0.5, of: Array(times.joined())), digits: 0),
          fixed(quantile(0.99, of: Array(times.joined())), digits: 0),
          fixed(Operations.ratio(times, first), digits: 2),
        ]
      }
      rows.append(["\(size.ended)", "\(size.parked)", "\(try crowds[index].megabytes)"] + columns)
    }
    print(aligned(rows, leftAligned: []))
  }
}

/// The microseconds of the operations on one file, in each round.
private struct Operations {
  static let names = ["submit", "claim", "step"]

  var all: [[[Double]]] = [[], [], []]

  /// Returns the median over the rounds of the ratio of their medians.
  static func ratio(_ times: [[Double]], _ first: [[Double]]) -> Double {
    quantile(
      0.5,
      of: zip(times, first).map { quantile(0.5, of: $0) / quantile(0.5, of: $1) }
    )
  }
}

/// A file with many runs: two that were actually run, and copies of their rows.
private struct Crowd {
  private static let tables = [
    "runs", "inputs", "ends", "records", "waits", "limits", "attempts", "signals",
  ]
  private static let day = 86_400_000

  let file: URL
  let store: RunStore

  init(
    in folder: WorkFolder,
    _ durability: SQLiteRunStoreOptions.Durability,
    ended: Int,
    parked: Int
  ) async throws {
    file = folder.url.appending(path: "\(UUID()).sqlite")
    store = try await RunStore.sqlite(
      at: file,
      options: SQLiteRunStoreOptions(durability: durability)
    )
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
    if parked > 0 {
      _ = try await runs.submit(workflow, id: "parked", input: 2)
      for await _ in parks { break }
    }
    await runs.stop()
    try await copyRuns(ended: ended, parked: parked)
  }

  var megabytes: Int {
    get throws {
      let path = file.path(percentEncoded: false)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (attributes[.size] as? Int ?? 0) / 1_000_000
    }
  }

  /// Copies the two runs until the file contains the given numbers of them.
  private func copyRuns(ended: Int, parked: Int) async throws {
    let database = try DatabaseQueue(path: file.path(percentEncoded: false))
    try await database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")
      try Self.copy("ended", to: ended, where: "state = 2", db)
      if parked > 0 { try Self.copy("parked", to: parked, where: "state = 0", db) }
      try db.checkpoint(.truncate)
    }
    try database.close()
  }

  private static func copy(
    _ id: String,
    to count: Int,
    where condition: String,
    _ db: Database
  ) throws {
    let run = try Int64.fetchOne(
      db,
      sql: "SELECT run FROM tenon_runs WHERE id = ?",
      arguments: [id]
    )
    guard let run else { throw NotClaimed() }
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
  func measure(_ samples: Int, into operations: inout Operations) async throws {
    let clock = ContinuousClock()
    var times: [[Double]] = [[], [], []]
    let request = ClaimRequest(
      worker: "bench",
      workflows: [WorkflowVersion("crowd")],
      lease: .seconds(30)
    )
    for number in -5..<samples {
      let submission = RunSubmission(id: "\(UUID())", workflow: "crowd", input: Data("1".utf8))
      var claimed: ClaimAnswer?
      let submitTime = try await clock.measure { _ = try await store.storage.submit(submission) }
      let claimTime = try await clock.measure { claimed = try await store.storage.claim(request) }
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
      let stepTime = try await clock.measure { _ = try await store.storage.commit(step) }
      let end = RunWrite(
        run: run.id,
        epoch: run.row.epoch,
        token: 2,
        changes: [],
        continuation: .end(.value(Data("1".utf8)))
      )
      _ = try await store.storage.commit(end)
      if number < 0 { continue }
      for (index, time) in [submitTime, claimTime, stepTime].enumerated() {
        times[index].append(time / .microseconds(1))
      }
    }
    for index in times.indices { operations.all[index].append(times[index]) }
  }
}

private struct NotClaimed: Error {}
#endif
