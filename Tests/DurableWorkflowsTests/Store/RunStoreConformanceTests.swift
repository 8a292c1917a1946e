@_spi(Stores) import DurableWorkflows
@_spi(Stores) import DurableWorkflowsTesting
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

  @Test(arguments: StoreFault.ofSchedules)
  func aStoreWithAFaultOfSchedulesIsNoticed(_ fault: StoreFault) async throws {
    var noticed = 0
    for check in RunStoreConformance.checks {
      do {
        try await check.run { .faulty(fault) }
      } catch is RunStoreConformance.Failure {
        noticed += 1
      }
    }
    #expect(noticed > 0)
  }

  @Test func aStoreMayKeepNoSchedules() async throws {
    let store = PlainRunStore()
    #expect(try await store.schedules() == [])
    let process = try DurableRuns(store: RunStore(store), workflows: [])
    #expect(try await process.schedules() == [])
    await #expect(throws: UnsupportedByStore.self) { try await process.removeSchedule("a") }
    for check in RunStoreConformance.checks {
      try await check.run {
        let store = PlainRunStore()
        return RunStoreConformance.Subject(store) { store.base.advance(by: $0) }
      }
    }
  }

  @Test(arguments: StoreFault.ofRuns)
  func aStoreWithAFaultIsNoticed(_ fault: StoreFault) async throws {
    var noticed: [String] = []
    for check in RunStoreConformance.checks {
      do {
        try await check.run { .faulty(fault) }
      } catch let failure as RunStoreConformance.Failure {
        #expect(failure.check == check.name)
        noticed.append(check.name)
      }
    }
    // The comparison with the model must not be the only check to fail, because its message says
    // least.
    #expect(noticed.contains { $0 != "Random operations have the answers of the model" })
    // The few operations of one seed may not trigger the fault.
    await #expect(throws: RunStoreConformance.Failure.self) {
      for seed in 3...6 {
        try await RunStoreConformance.compareWithModel(seed: UInt64(seed)) { .faulty(fault) }
      }
    }
  }

  @Test func theNamesOfChecksAreUnique() {
    let names = RunStoreConformance.checks.map(\.name)
    #expect(Set(names).count == names.count)
  }
}

extension RunStoreConformance.Subject {
  fileprivate static func faulty(_ fault: StoreFault) -> Self {
    let store = FaultyRunStore(fault)
    return Self(store) { store.store.advance(by: $0) }
  }
}
