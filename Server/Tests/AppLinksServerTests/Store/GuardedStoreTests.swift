import AppLinksServer
import Testing

/// A store that is left alone after a failure.
@Suite struct GuardedStoreTests {
  @Test func whatWasWrittenIsReadAtOnce() async throws {
    let store = try SharedStore()
    let guarded = GuardedStore(store, limit: .seconds(60), pause: .seconds(60))
    store.isAway = true
    await #expect(throws: BrokenStore.Away.self) { try await guarded.entry("page a") }
    store.isAway = false
    await #expect(throws: (any Error).self) { try await guarded.entry("page a") }
    // The store is there: who has the lease sees what others have loaded.
    _ = try await guarded.claim("page a", for: .seconds(30))
    #expect(try await guarded.entry("page a") == nil)
  }

  @Test func whatWasReadIsNotWritten() async throws {
    let store = try SharedStore()
    let guarded = GuardedStore(store, limit: .seconds(60), pause: .seconds(60))
    store.isAway = true
    await #expect(throws: BrokenStore.Away.self) {
      try await guarded.claim("page a", for: .seconds(30))
    }
    store.isAway = false
    // A full disk can be read.
    #expect(try await guarded.entry("page a") == nil)
    await #expect(throws: (any Error).self) {
      try await guarded.claim("page a", for: .seconds(30))
    }
  }
}
