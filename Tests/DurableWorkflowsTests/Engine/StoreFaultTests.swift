import Testing
import TestSupport

@testable import DurableWorkflows

/// Runs with children on a store in memory each of whose operations fails, or ends the process,
/// before it takes effect and after it.
///
/// No error of a store is an error of a step. `TENON_STRESS=long` tries each fault at each
/// operation; otherwise, the faults alternate.
@Suite(.serialized) struct StoreFaultTests {
  /// Returns the number of operations of a story without faults.
  private static func operations(of story: LiveFamily.Story) async throws -> Int {
    let family = LiveFamily(story)
    #expect(try await family.difference() == nil)
    #expect(!family.hasReported)
    return family.operations
  }

  /// Tries one fault of a list at each operation of a story, or all of them.
  private static func tryAll<Fault>(
    _ faults: [Fault],
    of story: LiveFamily.Story,
    _ family: (Int, Fault) -> LiveFamily
  ) async throws {
    for place in 0..<(try await operations(of: story)) {
      for (number, fault) in faults.enumerated()
      where StressSize.isLong || number == place % faults.count {
        guard let difference = try await family(place, fault).difference() else { continue }
        Issue.record("\(fault) \(place): \(difference)")
      }
    }
  }

  @Test(arguments: LiveFamily.Story.allCases)
  func anOperationThatFailsOnceIsNoErrorOfAStep(_ story: LiveFamily.Story) async throws {
    try await Self.tryAll([Simulation.Fault.refused, .unanswered], of: story) { place, fault in
      LiveFamily(story, faults: [place: fault])
    }
  }

  @Test(arguments: LiveFamily.Story.allCases)
  func aProcessMayEndAtEachOperation(_ story: LiveFamily.Story) async throws {
    try await Self.tryAll([Simulation.Fault.before, .after], of: story) { place, fault in
      LiveFamily(story, faults: [place: fault])
    }
  }

  // If the children are left by a time limit, and the store refuses that for longer than a lease,
  // nothing cancels them later.
  @Test(arguments: LiveFamily.Story.allCases.filter { $0 != .isLimited })
  func anOutageLongerThanTheLeaseIsNoErrorOfAStep(_ story: LiveFamily.Story) async throws {
    // Of everything, and of each operation of a step while leases are extended.
    try await Self.tryAll(["", "commit(", "submit(", "load(", "undo("], of: story) { place, name in
      LiveFamily(story, outage: .init(place: place, length: .seconds(70), name: name))
    }
  }
}
