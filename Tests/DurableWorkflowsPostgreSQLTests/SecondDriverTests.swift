#if PostgreSQL
import DurableWorkflowsPostgreSQL
@_spi(Stores) import DurableWorkflowsTesting
import Foundation
import Testing

/// The store with a driver other than that of the module.
@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct SecondDriverTests {
  @Test func aStoreOverPsqlKeepsTheRules() async throws {
    let bench = try await StoreBench.shared
    let database = try PsqlDatabase(bench.url)
    for check in RunStoreConformance.checks where !check.name.hasPrefix("Random operations") {
      try await check.run { try await bench.subject(over: database) }
    }
    // This number of operations takes a few seconds.
    try await RunStoreConformance.compareWithModel(seed: 3, operations: 200) {
      try await bench.subject(over: database)
    }
  }

  @Test func valuesComeBackAsTheyWent() async throws {
    let database = try await PsqlDatabase(StoreBench.shared.url)
    let row: [PostgreSQLValue] = [.text("it's {\"é\"}\n,"), nil, .bytes(Data([0, 255])), true, -7]
    let rows = try await database.query(
      "SELECT $1::text, $2::text, $3::bytea, $4::boolean, $5::bigint",
      row
    )
    #expect(rows == [PostgreSQLRow(row)])
  }
}
#endif
