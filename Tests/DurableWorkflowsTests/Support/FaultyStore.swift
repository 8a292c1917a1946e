@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting

/// The connection of one process to a store: each operation can fail, or end the process, before it
/// takes effect or after it.
final class FaultyStore: RunStorage {
  struct ProcessEnded: Error {}

  struct Refused: Error {}

  /// A time in which operations are refused.
  struct Outage {
    /// The number of the operation with which it begins.
    let place: Int
    let length: Duration
    /// The operations that are refused, by the beginning of their names; empty for all.
    let name: String
  }

  /// Counts operations across processes, and decides which of them fail.
  final class Plan: Sendable {
    private let count = Locked(0)
    private let faults: [Int: Simulation.Fault]
    private let outage: Outage?
    private let outageEnd = Locked<Duration?>(nil)
    /// Called before an operation, with its number.
    let before: @Sendable (Int) async -> Void

    init(
      _ faults: [Int: Simulation.Fault],
      outage: Outage? = nil,
      before: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
      self.faults = faults
      self.outage = outage
      self.before = before
    }

    /// Returns whether there is an outage for an operation, which may begin with it.
    func isAway(_ name: String, _ number: Int, at time: Duration) -> Bool {
      guard let outage, number >= outage.place else { return false }
      let end = outageEnd.withLock { end in
        end = end ?? time + outage.length
        return end ?? .zero
      }
      return time < end && name.hasPrefix(outage.name)
    }

    var operations: Int { count.withLock { $0 } }

    func next() -> (number: Int, fault: Simulation.Fault?) {
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return (number, faults[number])
    }
  }

  private let base: InMemoryRunStore
  private let time: VirtualTime
  private let plan: Plan
  private let hasEnded = Locked(false)
  private let end: @Sendable () -> Void

  init(
    _ base: InMemoryRunStore,
    _ time: VirtualTime,
    _ plan: Plan,
    end: @escaping @Sendable () -> Void
  ) {
    self.base = base
    self.time = time
    self.plan = plan
    self.end = end
  }

  /// Whether the process of this connection is still alive.
  var isAlive: Bool { !hasEnded.withLock { $0 } }

  private func endProcess() -> ProcessEnded {
    hasEnded.withLock { $0 = true }
    end()
    return ProcessEnded()
  }

  private func operation<Answer>(
    _ name: String = #function,
    _ body: () async throws -> Answer
  ) async throws -> Answer {
    if !isAlive { throw ProcessEnded() }
    time.pass(in: base)
    let (number, fault) = plan.next()
    await plan.before(number)
    if fault == .refused || plan.isAway(name, number, at: time.clock.now.offset) { throw Refused() }
    if fault == .before { throw endProcess() }
    let answer = try await body()
    if fault == .after { throw endProcess() }
    if fault == .unanswered { throw ProcessEnded() }
    return answer
  }

  var now: StoreTime {
    get async throws { try await operation { base.now } }
  }

  func submit(_ run: RunSubmission) async throws -> SubmissionAnswer {
    try await operation { try await base.submit(run) }
  }

  func claim(_ request: ClaimRequest) async throws -> ClaimAnswer {
    try await operation { try await base.claim(request) }
  }

  func submit(
    _ run: RunSubmission,
    claiming request: ClaimRequest
  ) async throws -> (SubmissionAnswer, ClaimAnswer) {
    try await operation { try await base.submit(run, claiming: request) }
  }

  func renew(_ worker: String) async throws -> [RunNews] {
    try await operation { try await base.renew(worker) }
  }

  func commit(_ write: RunWrite) async throws -> WriteAnswer {
    try await operation { try await base.commit(write) }
  }

  func release(_ run: String, epoch: Int) async throws {
    try await operation { try await base.release(run, epoch: epoch) }
  }

  func send(_ value: Data, to signal: String, of run: String) async throws -> SignalDelivery {
    try await operation { try await base.send(value, to: signal, of: run) }
  }

  func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    try await operation { try await base.withdraw(signal, of: run) }
  }

  func cancel(_ run: String) async throws -> CancellationAnswer {
    try await operation { try await base.cancel(run) }
  }

  func setPaused(_ isPaused: Bool, of run: String) async throws -> Bool {
    try await operation { try await base.setPaused(isPaused, of: run) }
  }

  func undo(_ run: String) async throws -> CancellationAnswer {
    try await operation { try await base.undo(run) }
  }

  func reopen(_ run: String) async throws -> Bool {
    try await operation { try await base.reopen(run) }
  }

  func load(_ run: String) async throws -> Row? {
    try await operation { try await base.load(run) }
  }

  func list(_ query: RunQuery) async throws -> [RunSummary] {
    try await operation { try await base.list(query) }
  }

  func counts() async throws -> [DurableRunStatus: Int] {
    try await operation { try await base.counts() }
  }

  func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int {
    try await operation { try await base.removeEnded(olderThan: age, limit: limit) }
  }
}

/// The time of a manual clock, for a store.
final class VirtualTime: Sendable {
  let clock = ManualClock()
  private let passed = Locked(Duration.zero)

  /// Advances a store to the time of the clock.
  func pass(in store: InMemoryRunStore) {
    let now = clock.now.offset
    let step = passed.withLock { passed in
      defer { passed = now }
      return now - passed
    }
    if step > .zero { store.advance(by: step) }
  }
}
