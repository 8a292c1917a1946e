import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import TestSupport
import Testing

@Suite struct RunStoreConformanceTests {
  @Test(arguments: RunStoreConformance.checks)
  func theStoreOfTestsKeepsTheRules(_ check: RunStoreConformance.Check) async throws {
    try await check.run {
      let store = InMemoryRunStore(now: 1_000_000)
      return RunStoreConformance.Subject(store) { store.advance(by: $0) }
    }
  }

  @Test func theModelAgreesWithItself() async throws {
    for seed in PropertySeed.seeds(3, of: "comparisons of the store of tests with the model") {
      try await RunStoreConformance.compareWithModel(seed: seed) {
        let store = InMemoryRunStore(now: 5)
        return RunStoreConformance.Subject(store) { store.advance(by: $0) }
      }
    }
  }

  @Test func theNamesOfChecksAreUnique() {
    let names = RunStoreConformance.checks.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
