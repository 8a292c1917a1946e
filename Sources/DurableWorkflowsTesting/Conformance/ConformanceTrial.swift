@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

/// A store under test, with operations that most checks use.
struct ConformanceTrial: Sendable {
  /// A run that a worker has.
  struct Held: Sendable {
    let id: String
    /// The expected state of the run in the store.
    var row: RunRow<Data>
    var token = 0
  }

  let store: any RunStorage
  let hasOwnTime: Bool
  /// The unit of all durations.
  let unit: Duration
  private let passTime: @Sendable (Duration) async throws -> Void

  init(_ subject: RunStoreConformance.Subject) {
    store = subject.store
    hasOwnTime = subject.passTime != nil
    unit = hasOwnTime ? .seconds(1) : .milliseconds(200)
    passTime = subject.passTime ?? { try await Task.sleep(for: $0) }
  }

  /// Lets time pass.
  func pass(_ units: Int) async throws { try await passTime(unit * units) }

  /// Throws unless an answer is the expected one.
  func expect<Answer: Equatable>(_ came: Answer, _ expected: Answer, _ what: String) throws {
    if came != expected {
      throw RunStoreConformance.Failure(
        "\(what): '\(expected)' was expected, and '\(came)' has come."
      )
    }
  }

  /// Throws if an expected value is missing.
  func unwrap<Answer>(_ came: Answer?, _ what: String) throws -> Answer {
    guard let came else { throw RunStoreConformance.Failure("\(what) was expected.") }
    return came
  }

  func data(_ text: String) -> Data { Data(text.utf8) }

  func path(_ names: String...) -> RecordPath { names.reduce(.root) { $0.appending($1) } }

  @discardableResult
  func submit(
    _ id: String = "run",
    workflow: String = "flow",
    version: Int = 1,
    input: String = "input",
    delay: Int = 0,
    timeLimit: Int? = nil
  ) async throws -> SubmissionAnswer {
    try await store.submit(
      RunSubmission(
        id: id,
        workflow: workflow,
        version: version,
        input: data(input),
        delay: unit * delay,
        timeLimit: timeLimit.map { unit * $0 }
      )
    )
  }

  func request(
    worker: String = "worker",
    of workflows: Set<String> = ["flow"],
    version: Int = 1,
    lease: Int = 10,
    limit: Int = 1,
    maxFruitlessClaims: Int = 4,
    queues: [RunQueue] = []
  ) -> ClaimRequest {
    ClaimRequest(
      worker: worker,
      workflows: Set(workflows.map { WorkflowVersion($0, version: version) }),
      lease: unit * lease,
      limit: limit,
      maxFruitlessClaims: maxFruitlessClaims,
      queues: queues
    )
  }

  /// Claims runs and returns their identifiers.
  func ids(_ request: ClaimRequest) async throws -> [String] {
    try await store.claim(request).runs.map(\.id)
  }

  /// Claims one run.
  func claim(_ request: ClaimRequest? = nil) async throws -> Held {
    let runs = try await store.claim(request ?? self.request()).runs
    let run = try unwrap(runs.first, "A claim of a run that is due")
    return Held(id: run.id, row: run.row)
  }

  /// Submits a run and claims it.
  func held(lease: Int = 10, timeLimit: Int? = nil) async throws -> Held {
    try await submit(timeLimit: timeLimit)
    return try await claim(request(lease: lease))
  }

  /// Returns the time of the store.
  func now() async throws -> StoreTime { try await store.now }

  func load(_ id: String = "run") async throws -> RunRow<Data> {
    try unwrap(await store.load(id), "The run '\(id)'")
  }

  func answer(
    _ held: Held,
    _ changes: [RunChange<Data>],
    _ continuation: RunContinuation<Data> = .keep
  ) async throws -> WriteAnswer {
    try await store.commit(
      RunWrite(
        run: held.id,
        epoch: held.row.epoch,
        token: held.token,
        changes: changes,
        continuation: continuation
      )
    )
  }

  /// Writes, and throws unless the state in the store is then the expected one.
  ///
  /// - Returns: The time of the write.
  @discardableResult
  func write(
    _ held: inout Held,
    _ changes: [RunChange<Data>],
    _ continuation: RunContinuation<Data> = .keep
  ) async throws -> StoreTime {
    held.token += 1
    guard case .kept(at: let time) = try await answer(held, changes, continuation) else {
      throw RunStoreConformance.Failure("The worker that has a run may write.")
    }
    held.row.apply(changes, at: time)
    let row = try await load(held.id)
    try expect(row.records, held.row.records, "The records")
    try expect(row.marks, held.row.marks, "The marks")
    try expect(row.waits, held.row.waits, "The waits")
    try expect(row.limits, held.row.limits, "The time limits")
    try expect(row.attempts, held.row.attempts, "The attempts")
    try expect(row.undoing, held.row.undoing, "The reason to undo")
    try expect(row.undone, held.row.undone, "What was undone")
    try expect(row.lastSequence, held.row.lastSequence, "The last sequence number")
    try expect(row.lastToken, held.token, "The last token")
    held.row = row
    return time
  }
}
