import AppLinksServer
import GRDB
import Testing

/// The store in a file.
@Suite struct SQLiteEntryStoreTests {
  @Test func aFullDiskFailsAndCanBeRead() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA max_page_count = 24") }
    let pool = try DatabasePool(path: folder.path("store"), configuration: configuration)
    let store = try SQLiteEntryStore(pool, clock: ManualTime().clock)
    let small = Entry(key: "kept", content: [1], loaded: 0, freshUntil: 50, staleUntil: 100)
    let kept = try EntryStoreTests.lease(try await store.claim("kept", for: .seconds(50)))
    _ = try await store.save(small, under: kept)
    var large = small
    large.key = "large"
    large.content = Array(repeating: 0x20, count: 200_000)
    let lease = try EntryStoreTests.lease(try await store.claim("large", for: .seconds(50)))
    await #expect(throws: DatabaseError.self) { try await store.save(large, under: lease) }
    #expect(try await store.entry("large") == nil)
    #expect(try await store.entry("kept") == small)
    // The failed save has not ended the lease, which its owner gives back.
    #expect(try await store.claim("large", for: .seconds(50)) == .held(for: .seconds(50)))
    try await store.release(lease)
    _ = try EntryStoreTests.lease(try await store.claim("large", for: .seconds(50)))
  }

  @Test func aFileOfANewerServerIsLeftAlone() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store")
    _ = try SQLiteEntryStore(path: path)
    try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('of a newer server')")
    }
    let error = #expect(throws: SetupError.self) { try SQLiteEntryStore(path: path) }
    #expect(error?.description.contains("newer") == true)
    #expect(error?.description.contains(path) == true)
  }

  @Test func manyServersMayCreateOneFileAtTheSameTime() async throws {
    let folder = try TemporaryFolder()
    for number in 0..<20 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { _ = try SQLiteEntryStore(path: folder.path("store-\(number)")) }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func aFileOfAnEarlierVersionIsCounted() async throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("store"))
    let store = try SQLiteEntryStore(queue)
    // As it was before entries were counted.
    try await queue.write { db in
      try db.execute(
        sql: """
          DROP TRIGGER entries_added; DROP TRIGGER entries_removed; DROP TABLE counts;
          DELETE FROM grdb_migrations WHERE identifier = 'counts';
          INSERT INTO entries VALUES ('a', x'00', 0, 1, 9e15), ('b', x'00', 0, 1, 9e15);
          """
      )
    }
    _ = store
    #expect(try await SQLiteEntryStore(queue).prune(keeping: 10) == 2)
  }
}
