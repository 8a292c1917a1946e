@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import FuturesTesting
import Workflows

/// A store with orders, which are moved on by hand.
struct Orders {
  let store: RunStore
  /// The time of the store, which is moved on by hand; not that of a store with a clock of its own.
  let time = ManualClock()

  init() { store = .inMemory(now: 1_741_942_502_000, clock: time) }

  /// Creates orders in a store with a clock of its own.
  init(in store: RunStore) { self.store = store }

  private var storage: any RunStorage { store.storage }

  /// Returns the state of a run.
  func load(_ id: String) async throws -> RunDetails? {
    guard let row = try await storage.load(id) else { return nil }
    return RunDetails(id, row, now: try await storage.now)
  }

  func send(_ value: String, to signal: String, of id: String) async throws {
    _ = try await storage.send(Data(value.utf8), to: signal, of: id)
  }

  /// A run of each status.
  static func ofEachStatus(in orders: Orders = Orders()) async throws -> Orders {
    try await orders.succeed("order-1")
    try await orders.fail("order-2")
    try await orders.wait("order-3")
    try await orders.submit("order-4")
    try await orders.cancel("order-4")
    try await orders.submit("order-5")
    let run = try await orders.claim()
    try await orders.commit(run, .setAside("Its records do not fit."))
    try await orders.submit("order-6")
    _ = try await orders.claim()
    try await orders.submit("order-7")
    return orders
  }

  func submit(
    _ id: String,
    input: String = #"{"item":"socks"}"#,
    in place: QueuePlace? = nil,
    tags: [String: String] = [:]
  ) async throws {
    let input = Data(input.utf8)
    let run = RunSubmission(
      id: id,
      workflow: "fulfil order",
      input: input,
      tags: tags,
      place: place
    )
    _ = try await storage.submit(run)
  }

  func claim(in queues: [RunQueue] = []) async throws -> ClaimAnswer.Run {
    let request = ClaimRequest(
      worker: "worker-1",
      workflows: [WorkflowVersion("fulfil order")],
      lease: .seconds(30),
      queues: queues
    )
    return try await storage.claim(request).runs[0]
  }

  func commit(
    _ run: ClaimAnswer.Run,
    _ continuation: RunContinuation<Data>,
    _ changes: [RunChange<Data>] = []
  ) async throws {
    let write = RunWrite(
      run: run.id,
      epoch: run.row.epoch,
      token: .random(in: 1...(.max)),
      changes: changes,
      continuation: continuation
    )
    _ = try await storage.commit(write)
  }

  func record(
    _ step: String,
    _ value: String,
    took: Int = 100,
    isCompensated: Bool = false
  ) -> RunChange<Data> {
    time.advance(by: .milliseconds(took))
    return .record(
      RecordPath("/fulfil order/\(step)"),
      Data(value.utf8),
      type: "String",
      isCompensated: isCompensated,
      took: took
    )
  }

  func succeed(_ id: String) async throws {
    try await submit(id)
    let run = try await claim()
    try await commit(run, .keep, [record("reserve", #""r-1""#)])
    try await commit(run, .keep, [record("charge", #""secret-token""#, took: 2300)])
    try await commit(run, .end(.value(Data(#""parcel-1""#.utf8))))
  }

  func fail(_ id: String) async throws {
    try await submit(id)
    let run = try await claim()
    try await commit(run, .keep, [record("reserve", #""r-2""#, isCompensated: true)])
    let failure = RunFailure.error(type: "PaymentError", message: "The card was refused.")
    let path = RecordPath("/fulfil order/reserve")
    try await commit(run, .keep, [.undo(failure), .undone(path, hasSucceeded: true)])
    try await commit(run, .end(.failure(failure)))
  }

  func wait(_ id: String) async throws {
    try await submit(id)
    let run = try await claim()
    try await commit(run, .park(Wake(signals: ["approval"])), [record("reserve", #""r-3""#)])
  }

  func cancel(_ id: String) async throws { _ = try await storage.cancel(id) }

  /// Adds schedules, one of which is due no more, and is of a form that is not known.
  func schedule() async throws {
    let daily = try RunSchedule.cron("30 2 * * mon-fri", in: .gmt)
    let rules: [(String, Data, StoreTime?)] = [
      ("nightly report", try JSONRunCodec().encode(daily), 1_742_178_600_000),
      ("often", try JSONRunCodec().encode(RunSchedule.every(.seconds(600))), 1_741_943_000_000),
      ("strange", Data("{}".utf8), nil),
    ]
    for (name, rule, next) in rules {
      _ = try await storage.setSchedule(
        StoredSchedule(name: name, workflow: "report", input: nil, rule: rule, next: next)
      )
    }
  }

  func status(of id: String) async throws -> DurableRunStatus? {
    try await load(id)?.summary.status
  }
}
