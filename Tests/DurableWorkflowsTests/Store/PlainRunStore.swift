@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation

/// A store with only the required methods.
final class PlainRunStore: RunStorage {
  let base = InMemoryRunStore(now: 1_000_000)
  private let beforeRenewal: @Sendable (InMemoryRunStore) -> Void
  private let afterRenewal: @Sendable (InMemoryRunStore) async throws -> Void

  init(
    beforeRenewal: @escaping @Sendable (InMemoryRunStore) -> Void = { _ in },
    afterRenewal: @escaping @Sendable (InMemoryRunStore) async throws -> Void = { _ in }
  ) {
    self.beforeRenewal = beforeRenewal
    self.afterRenewal = afterRenewal
  }

  var now: StoreTime { base.now }

  func submit(_ run: RunSubmission) async throws -> SubmissionAnswer { try await base.submit(run) }

  func claim(_ request: ClaimRequest) async throws -> ClaimAnswer { try await base.claim(request) }

  func renew(_ worker: String) async throws -> [RunNews] {
    beforeRenewal(base)
    let news = try await base.renew(worker)
    try await afterRenewal(base)
    return news
  }

  func commit(_ write: RunWrite) async throws -> WriteAnswer { try await base.commit(write) }

  func release(_ run: String, epoch: Int) async throws {
    try await base.release(run, epoch: epoch)
  }

  func send(_ value: Data, to signal: String, of run: String) async throws -> SignalDelivery {
    try await base.send(value, to: signal, of: run)
  }

  func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    try await base.withdraw(signal, of: run)
  }

  func cancel(_ run: String) async throws -> CancellationAnswer { try await base.cancel(run) }

  func setPaused(_ isPaused: Bool, of run: String) async throws -> Bool {
    try await base.setPaused(isPaused, of: run)
  }

  func undo(_ run: String) async throws -> CancellationAnswer { try await base.undo(run) }

  func reopen(_ run: String) async throws -> Bool { try await base.reopen(run) }

  func load(_ run: String) async throws -> Row? { try await base.load(run) }

  func list(_ query: RunQuery) async throws -> [RunSummary] { try await base.list(query) }

  func counts() async throws -> [DurableRunStatus: Int] { try await base.counts() }

  func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int {
    try await base.removeEnded(olderThan: age, limit: limit)
  }
}
