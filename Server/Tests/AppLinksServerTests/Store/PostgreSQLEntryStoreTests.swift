#if PostgreSQL
import AppLinksServer
import DurableWorkflowsPostgreSQL
import Futures
import Testing

/// What only a store in a database has: several machines, and an answer that may be lost.
@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL; see the standard error"))
struct PostgreSQLEntryStoreTests {
  private func entry(_ time: Int64) -> Entry {
    Entry(
      key: "a",
      content: [1],
      loaded: time,
      freshUntil: time + 60_000,
      staleUntil: time + 90_000
    )
  }

  @Test func serversThatStartAtOnceCreateTheTablesOnce() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    let stores = (0..<8).map { _ in
      Future<any EntryStore, any Error> {
        try await StoreAddress(url, schema: "links \" of 'today'").open()
      }
    }
    for store in stores { #expect(try await store.value.entry("a") == nil) }
    let database = try LibPQDatabase(url)
    defer { database.close() }
    let rows = try await database.query(
      "SELECT version::bigint FROM \"links \"\" of 'today'\".applinks_store"
    )
    #expect(rows == [PostgreSQLRow([1])])
  }

  @Test func tablesOfANewerServerAreLeftAlone() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    _ = try await StoreAddress(url).open()
    let database = try LibPQDatabase(url)
    defer { database.close() }
    try await database.query("UPDATE applinks.applinks_store SET version = 2")
    let error = await #expect(throws: SetupError.self) { try await StoreAddress(url).open() }
    #expect(error?.description.contains("newer") == true)
  }

  @Test func aRoleThatMayNotWriteIsNoticedAtTheStart() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    let schema = "links' \"x"
    _ = try await StoreAddress(url, schema: schema).open()
    let name = "\"links' \"\"x\""
    let database = try LibPQDatabase(url)
    defer { database.close() }
    try await database.query("CREATE ROLE reader LOGIN PASSWORD 'reader1'")
    try await database.query("GRANT USAGE ON SCHEMA \(name) TO reader")
    try await database.query("GRANT SELECT ON ALL TABLES IN SCHEMA \(name) TO reader")
    let reader = StoreAddress.postgreSQL(
      url: url.replacing("tenon:secret@", with: "reader:reader1@"),
      schema: schema
    )
    let error = await #expect(throws: SetupError.self) { try await reader.open() }
    let advice = "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(name) TO reader"
    #expect(error?.description.contains(advice) == true, "\(error?.description ?? "")")
    try await database.query(advice)
    #expect(try await reader.open().entry("a") == nil)
  }

  @Test func nodesAgreeAboutTheTimeThoughTheirClocksDoNot() async throws {
    let place = try await StorePlace(.postgreSQL)
    let slow = try await place.node(ahead: .seconds(-3600))
    let fast = try await place.node(ahead: .seconds(3600))
    let lease = try EntryStoreTests.lease(try await slow.claim("a", for: .seconds(50)))
    #expect(try await fast.claim("a", for: .seconds(50)) == .held(for: .seconds(50)))
    #expect(try await slow.save(entry(place.time.now - 3_600_000), under: lease))
    #expect(try await fast.entry("a") == entry(place.time.now + 3_600_000))
  }

  @Test func aClockThatIsSetIsNoticed() async throws {
    let place = try await StorePlace(.postgreSQL)
    let node = try await place.node()
    let lease = try EntryStoreTests.lease(try await node.claim("a", for: .seconds(50)))
    _ = try await node.save(entry(place.time.now), under: lease)
    // That of the node, and not that of the database.
    place.time.advance(by: .seconds(1000))
    _ = try await node.claim("b", for: .seconds(50))
    #expect(try await node.entry("a") == entry(place.time.now))
  }

  @Test func whatWasDoneIsNotDoneTwiceWhenItsAnswerIsLost() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    _ = try await StoreAddress(url).open()
    let database = ForgetfulDatabase(try LibPQDatabase(url, options: .init(maxConnections: 2)))
    let store = try await PostgreSQLEntryStore(database, schema: EntrySchema("applinks"))
    database.forgetNext()
    let lease = try EntryStoreTests.lease(try await store.claim("a", for: .seconds(50)))
    database.forgetNext()
    #expect(try await store.renew(lease, for: .seconds(50)))
    database.forgetNext()
    #expect(try await store.save(entry(2_000_000_000_000), under: lease))
    #expect(try await store.entry("a")?.loaded == 2_000_000_000_000)
    // It is counted once.
    #expect(try await store.prune(keeping: 10) == 1)
    database.forgetNext()
    let other = try EntryStoreTests.lease(try await store.claim("a", for: .seconds(50)))
    database.forgetNext()
    try await store.release(other)
    #expect(database.forgotten == 5)
  }

  @Test func oneServerPrunesAtATime() async throws {
    let place = try await StorePlace(.postgreSQL)
    let (one, other) = (try await place.node(), try await place.node())
    #expect(try await one.prune(keeping: 10) == 0)
    #expect(try await other.prune(keeping: 10) == nil)
    try await place.advance(by: .seconds(50))
    #expect(try await other.prune(keeping: 10) == 0)
  }

  @Test func aPasswordIsNotShown() async throws {
    let url = "postgres://links:pa%2Fss?w@127.0.0.1:1/links?connect_timeout=1"
    let address = try StoreAddress(url)
    var text = "\(address)"
    dump(address, to: &text)
    let error = await #expect(throws: SetupError.self) { try await address.open() }
    text += "\(String(describing: error))"
    for secret in ["pa%2Fss", "pa/ss", "ss?w"] { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains("127.0.0.1"))
  }
}
#endif
