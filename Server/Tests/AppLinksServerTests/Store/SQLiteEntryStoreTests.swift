import AppLinksServer
import GRDB
import Testing

/// The store in a file.
@Suite struct SQLiteEntryStoreTests {
  private func entry(_ key: String, loaded: Int64 = 0, staleUntil: Int64 = 100) -> Entry {
    Entry(
      key: key,
      content: Array("{\"\(key)\": \(loaded)}".utf8),
      loaded: loaded,
      freshUntil: staleUntil / 2,
      staleUntil: staleUntil
    )
  }

  private func lease(_ claim: Claim) throws -> Lease {
    guard case .taken(let lease) = claim else { throw SetupError("\(claim)") }
    return lease
  }

  @Test func twoProcessesSeeTheSame() async throws {
    let folder = try TemporaryFolder()
    let one = try SQLiteEntryStore(path: folder.path("store"))
    let other = try SQLiteEntryStore(path: folder.path("store"))
    #expect(try await one.entry("a") == nil)
    let lease = try lease(try await one.claim("a", now: 0, until: 50))
    #expect(try await other.claim("a", now: 49, until: 99) == .held(until: 50))
    #expect(try await one.save(entry("a"), under: lease))
    #expect(try await other.entry("a") == entry("a"))
    _ = try self.lease(try await other.claim("a", now: 0, until: 10))
  }

  @Test func whatALateOwnerSavesIsDiscarded() async throws {
    let store = try SQLiteEntryStore()
    let late = try lease(try await store.claim("a", now: 0, until: 50))
    let newer = try lease(try await store.claim("a", now: 50, until: 100))
    #expect(try await store.save(entry("a", loaded: 1), under: late) == false)
    #expect(try await store.entry("a") == nil)
    // Nor does it end the lease of the other one.
    try await store.release(late)
    #expect(try await store.claim("a", now: 60, until: 100) == .held(until: 100))
    #expect(try await store.save(entry("a", loaded: 2), under: newer))
    #expect(try await store.entry("a")?.loaded == 2)
  }

  @Test func keepsWhatIsOfUse() async throws {
    let store = try SQLiteEntryStore()
    for number in 0..<2_500 {
      let lease = try lease(try await store.claim("\(number)", now: 0, until: 50))
      let end: Int64 = number < 2_300 ? 10 : Int64(100 + number)
      _ = try await store.save(entry("\(number)", staleUntil: end), under: lease)
    }
    #expect(try await store.prune(now: 100, keeping: 1_000) == 200)
    #expect(try await store.prune(now: 100, keeping: 5) == 5)
    #expect(try await store.entry("2494") == nil)
    #expect(try await store.entry("2495") != nil)
  }

  @Test func aFullDiskFailsAndCanBeRead() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA max_page_count = 24") }
    let pool = try DatabasePool(path: folder.path("store"), configuration: configuration)
    let store = try SQLiteEntryStore(pool)
    let kept = try lease(try await store.claim("kept", now: 0, until: 50))
    _ = try await store.save(entry("kept"), under: kept)
    var large = entry("large")
    large.content = Array(repeating: 0x20, count: 200_000)
    let lease = try lease(try await store.claim("large", now: 0, until: 50))
    await #expect(throws: DatabaseError.self) { try await store.save(large, under: lease) }
    #expect(try await store.entry("large") == nil)
    #expect(try await store.entry("kept") == entry("kept"))
    // The failed save has not ended the lease, which its owner gives back.
    #expect(try await store.claim("large", now: 0, until: 50) == .held(until: 50))
    try await store.release(lease)
    _ = try self.lease(try await store.claim("large", now: 0, until: 50))
  }
}
