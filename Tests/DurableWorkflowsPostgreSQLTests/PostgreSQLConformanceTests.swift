#if PostgreSQL
import DurableWorkflows
@_spi(Stores) import DurableWorkflowsTesting
import Foundation
import TestSupport
import Testing

@testable import DurableWorkflowsPostgreSQL

@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct PostgreSQLConformanceTests {
  @Test(arguments: RunStoreConformance.checks)
  func aStoreInPostgreSQLKeepsTheRules(_ check: RunStoreConformance.Check) async throws {
    let bench = try await StoreBench.shared
    try await check.run { try await bench.subject() }
  }

  @Test func randomOperationsHaveTheAnswersOfTheModel() async throws {
    let bench = try await StoreBench.shared
    for seed in PropertySeed.seeds(3, of: "comparisons of the store in PostgreSQL with the model") {
      try await RunStoreConformance.compareWithModel(seed: seed) { try await bench.subject() }
    }
  }

  @Test func aStoreWithTheClockOfTheServerHasTheAnswersOfTheModel() async throws {
    let bench = try await StoreBench.shared
    try await RunStoreConformance.compareWithModel(seed: 7) {
      RunStoreConformance.Subject(try await bench.store())
    }
  }
}
#endif
