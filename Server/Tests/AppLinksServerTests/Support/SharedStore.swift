import AppLinksServer
import Synchronization

/// A store of many machines, which may be away.
final class SharedStore: EntryStore {
  private let store: SQLiteEntryStore
  private let away = Mutex(false)

  init(clock: WallClock = ManualTime().clock) throws { store = try SQLiteEntryStore(clock: clock) }

  var isAway: Bool {
    get { away.withLock { $0 } }
    set { away.withLock { $0 = newValue } }
  }

  var requiresLeases: Bool { true }

  private func here() throws -> SQLiteEntryStore {
    if isAway { throw BrokenStore.Away() }
    return store
  }

  func entry(_ key: String) async throws -> Entry? { try await here().entry(key) }

  func claim(_ key: String, for time: Duration) async throws -> Claim {
    try await here().claim(key, for: time)
  }

  func renew(_ lease: Lease, for time: Duration) async throws -> Bool {
    try await here().renew(lease, for: time)
  }

  func save(_ entry: Entry, under lease: Lease) async throws -> Bool {
    try await here().save(entry, under: lease)
  }

  func release(_ lease: Lease) async throws { try await here().release(lease) }

  func prune(keeping count: Int) async throws -> Int? { try await here().prune(keeping: count) }
}
