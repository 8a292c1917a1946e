@_spi(Stores) import DurableWorkflows
import Foundation
import FuturesTesting
import Synchronization

/// A store that answers no questions while it is away.
final class AwayStore: RunStorage {
  struct Away: Error, CustomStringConvertible {
    let description = "The store is away."
  }

  private let store: any RunStorage
  private let away = Mutex(false)
  private let told = Mutex<StoreTime?>(nil)
  private let held = Mutex<AsyncStream<HeldLoad>.Continuation?>(nil)

  init(_ store: any RunStorage) { self.store = store }

  func leave() { away.withLock { $0 = true } }

  func comeBack() { away.withLock { $0 = false } }

  /// Has the store say a time that is not its own.
  func say(now: StoreTime) { told.withLock { $0 = now } }

  /// What happens to a load while loads are held, until it is cancelled.
  enum HeldLoad { case begun, ended }

  func holdLoads() -> AsyncStream<HeldLoad>.Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: HeldLoad.self)
    held.withLock { $0 = continuation }
    return stream.makeAsyncIterator()
  }

  private func there() throws -> any RunStorage {
    if away.withLock({ $0 }) { throw Away() }
    return store
  }

  var now: StoreTime {
    get async throws {
      if let told = told.withLock(\.self) { return told }
      return try await there().now
    }
  }

  func load(_ run: String) async throws -> RunRow<Data>? {
    if let held = held.withLock({ $0 }) {
      held.yield(.begun)
      defer { held.yield(.ended) }
      try await ManualClock().sleep(for: .seconds(1))
    }
    return try await there().load(run)
  }

  func list(_ query: RunQuery) async throws -> [RunSummary] { try await there().list(query) }

  func counts() async throws -> [DurableRunStatus: Int] { try await there().counts() }

  func submit(_ run: RunSubmission) async throws -> SubmissionAnswer {
    try await there().submit(run)
  }

  func claim(_ request: ClaimRequest) async throws -> ClaimAnswer {
    try await there().claim(request)
  }

  func renew(_ worker: String) async throws -> [RunNews] { try await there().renew(worker) }

  func commit(_ write: RunWrite) async throws -> WriteAnswer { try await there().commit(write) }

  func release(_ run: String, epoch: Int) async throws {
    try await there().release(run, epoch: epoch)
  }

  func send(_ value: Data, to signal: String, of run: String) async throws -> SignalDelivery {
    try await there().send(value, to: signal, of: run)
  }

  func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    try await there().withdraw(signal, of: run)
  }

  func cancel(_ run: String) async throws -> CancellationAnswer { try await there().cancel(run) }

  func setPaused(_ isPaused: Bool, of run: String) async throws -> Bool {
    try await there().setPaused(isPaused, of: run)
  }

  func undo(_ run: String) async throws -> CancellationAnswer { try await there().undo(run) }

  func reopen(_ run: String) async throws -> Bool { try await there().reopen(run) }

  func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int {
    try await there().removeEnded(olderThan: age, limit: limit)
  }

  var hints: AsyncStream<RunHint> { AsyncStream { $0.finish() } }
}
