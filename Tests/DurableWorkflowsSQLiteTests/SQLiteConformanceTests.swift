#if SQLite
@_spi(Stores) import DurableWorkflows
@_spi(Stores) import DurableWorkflowsTesting
import Foundation
import TestSupport
import Testing

@testable import DurableWorkflowsSQLite

@Suite struct SQLiteConformanceTests {
  @Test(arguments: RunStoreConformance.checks)
  func aStoreInAFileKeepsTheRules(_ check: RunStoreConformance.Check) async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    try await check.run { try await .inFile(file) }
  }

  @Test func randomOperationsHaveTheAnswersOfTheModel() async throws {
    let folder = try TemporaryFolder()
    for seed in PropertySeed.seeds(3, of: "comparisons of the store in a file with the model") {
      let file = folder.file("\(seed).sqlite")
      try await RunStoreConformance.compareWithModel(seed: seed) { try await .inFile(file) }
    }
  }

  @Test func aStoreWithTheClockOfTheSystemHasTheAnswersOfTheModel() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    try await RunStoreConformance.compareWithModel(seed: 7) { try await .inRealTime(file) }
  }

  @Test(
    .enabled(if: StressSize.isLong, "it waits for leases"),
    arguments: RunStoreConformance.checks
  )
  func aStoreKeepsTheRulesInRealTime(_ check: RunStoreConformance.Check) async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    try await check.run { try await .inRealTime(file) }
  }
}

extension RunStoreConformance.Subject {
  /// A store in a file, whose time passes only when a test advances it.
  fileprivate static func inFile(_ file: URL) async throws -> Self {
    let clock = ManualClock()
    let options = SQLiteRunStoreOptions(durability: .normal)
    let store = try await SQLiteRunStore(
      at: file,
      options: options,
      clock: clock.machine
    )
    return Self(store) { clock.advance(by: $0) }
  }

  fileprivate static func inRealTime(_ file: URL) async throws -> Self {
    Self(try await SQLiteRunStore(at: file, options: SQLiteRunStoreOptions(durability: .normal)))
  }
}
#endif
