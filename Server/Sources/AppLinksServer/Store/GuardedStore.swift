import Futures
import Synchronization

/// A store that limits the time that failures cost.
///
/// A store that does not answer in time has failed, and is not used for a moment after a failure.
/// Reads and writes fail separately, because a full disk can still be read. A successful write
/// allows reads again: otherwise a server with a lease would load what it could read.
package final class GuardedStore: EntryStore {
  /// The error while a store is not used.
  struct LeftAlone: Error {}

  private enum Use: Hashable { case read, write }

  private let store: any EntryStore
  private let limit: Duration
  private let pause: Duration
  private let ends = Mutex<[Use: ContinuousClock.Instant]>([:])

  /// Wraps a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - limit: The timeout of each call.
  ///   - pause: The time for which the store is not used after a failure.
  package init(
    _ store: any EntryStore,
    limit: Duration = .seconds(3),
    pause: Duration = .seconds(1)
  ) {
    self.store = store
    self.limit = limit
    self.pause = pause
  }

  package var requiresLeases: Bool { store.requiresLeases }

  package func entry(_ key: String) async throws -> Entry? {
    try await use(.read) { [store] in try await store.entry(key) }
  }

  package func claim(_ key: String, for time: Duration) async throws -> Claim {
    try await use(.write) { [store] in try await store.claim(key, for: time) }
  }

  package func renew(_ lease: Lease, for time: Duration) async throws -> Bool {
    try await use(.write) { [store] in try await store.renew(lease, for: time) }
  }

  package func save(_ entry: Entry, under lease: Lease) async throws -> Bool {
    try await use(.write) { [store] in try await store.save(entry, under: lease) }
  }

  package func release(_ lease: Lease) async throws {
    try await use(.write) { [store] in try await store.release(lease) }
  }

  // Pruning has no timeout, because nobody waits for it.
  package func prune(keeping count: Int) async throws -> Int? {
    try await store.prune(keeping: count)
  }

  private func use<Value: Sendable>(
    _ use: Use,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let end = ends.withLock({ $0[use] }), ContinuousClock.now < end { throw LeftAlone() }
    do {
      let value = try await Future(operation: body).timeout(limit).value
      if use == .write { ends.withLock { $0[.read] = nil } }
      return value
    } catch let error as CancellationError {
      throw error
    } catch {
      ends.withLock { $0[use] = .now + pause }
      throw error
    }
  }
}
