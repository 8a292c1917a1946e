#if PostgreSQL
@_spi(Stores) import DurableWorkflows
import Foundation
import Testing

@testable import DurableWorkflowsPostgreSQL

@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct RefusedDatabaseTests {
  private func refusal(
    _ url: String,
    _ options: PostgreSQLRunStoreOptions = .init()
  ) async throws -> PostgreSQLError {
    let error = await #expect(throws: PostgreSQLError.self) {
      _ = try await PostgreSQLRunStore(LibPQDatabase(url), options: options)
    }
    return try #require(error)
  }

  @Test func tablesOfANewerVersionAreRefused() async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions()
    _ = try await PostgreSQLRunStore(bench.database, options: options)
    let schema = try SchemaName(options.schema)
    try await bench.database.query("UPDATE \(schema).store SET version = version + 1")
    let error = try await refusal(bench.url, options)
    #expect(error.reason == .newer)
    #expect("\(error)".contains("their schema is 2"))
    #expect(error.database == bench.database.description && !error.database.isEmpty)
  }

  @Test(arguments: ["SET version = 0", "SET version = -1", "SET version = -2147483648", nil])
  func tablesWithoutAVersionAreRefused(change: String?) async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions()
    _ = try await PostgreSQLRunStore(bench.database, options: options)
    let table = "\(try SchemaName(options.schema)).store"
    try await bench.database.query(change.map { "UPDATE \(table) \($0)" } ?? "DELETE FROM \(table)")
    let error = try await refusal(bench.url, options)
    #expect(error.reason == .foreign)
    #expect("\(error)".contains("has no version"))
  }

  @Test(arguments: ["DROP COLUMN fingerprint", "ALTER COLUMN fingerprint TYPE bigint USING 1"])
  func tablesOfAnEarlierBuildAreRefused(change: String) async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions()
    _ = try await PostgreSQLRunStore(bench.database, options: options)
    let table = "\(try SchemaName(options.schema)).store"
    try await bench.database.query("ALTER TABLE \(table) \(change)")
    let error = try await refusal(bench.url, options)
    #expect(error.reason == .foreign)
    #expect("\(error)".contains("a build of Tenon before its first release"))
  }

  @Test func tablesOfSomethingElseAreRefused() async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions()
    let schema = try SchemaName(options.schema)
    try await bench.database.query("CREATE SCHEMA \(schema)")
    try await bench.database.query("CREATE TABLE \(schema).store (name text)")
    #expect(try await refusal(bench.url, options).reason == .foreign)
  }

  @Test func aDatabaseThatIsReadOnlyIsRefused() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    let name = try await LibPQDatabase(url).query("SELECT current_database()::text")[0][0].text
    try await LibPQDatabase(url).query(
      "ALTER DATABASE \(name ?? "") SET default_transaction_read_only = on"
    )
    #expect(try await refusal(url).reason == .readOnly)
  }

  @Test func aDatabaseThatDoesNotWaitForItsDiskIsRefused() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    let name = try await LibPQDatabase(url).query("SELECT current_database()::text")[0][0].text
    try await LibPQDatabase(url).query(
      "ALTER DATABASE \(name ?? "") SET synchronous_commit = off"
    )
    #expect(try await refusal(url).reason == .asynchronousCommit)
  }

  @Test func anotherEncodingIsRefused() async throws {
    let url = try await TestServer.shared.get()
      .makeDatabase("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    #expect(try await refusal(url).reason == .unsuitableEncoding)
  }

  @Test func aRoleThatMayDoNothingIsToldSo() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    let owner = try LibPQDatabase(url)
    let role = try await makeRole(owner)
    let mine = url.replacing("//tenon:", with: "//\(role):")
    // First there are no tables, which it may not create, and then it may not read those there are.
    let creating = try await refusal(mine)
    _ = try await PostgreSQLRunStore(owner)
    for error in [creating, try await refusal(mine)] {
      #expect(error.reason == .refused && error.sqlState == "42501")
      #expect("\(error)".contains("Grant the role the rights that it lacks"))
    }
  }

  private func makeRole(_ owner: LibPQDatabase) async throws -> String {
    let role = "worker_\(UUID().uuidString.prefix(8).lowercased())"
    try await owner.query("CREATE ROLE \(role) LOGIN PASSWORD 'secret'")
    return role
  }

  @Test func aRoleThatMayNotCreateTablesOpensThoseThatAreThere() async throws {
    let server = try TestServer.shared.get()
    let url = try await server.makeDatabase()
    let owner = try LibPQDatabase(url)
    _ = try await PostgreSQLRunStore(owner)
    let role = try await makeRole(owner)
    try await owner.query("GRANT USAGE ON SCHEMA tenon TO \(role)")
    try await owner.query(
      "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA tenon TO \(role)"
    )
    let store = try await PostgreSQLRunStore(
      LibPQDatabase(url.replacing("//tenon:", with: "//\(role):"))
    )
    try await store.submit("run")
    #expect(try await store.claim().runs.map(\.id) == ["run"])
  }
}
#endif
