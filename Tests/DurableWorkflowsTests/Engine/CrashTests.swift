import Testing
import TestSupport

@testable import DurableWorkflows

/// Real workflows on a store in memory each of whose operations fails, or ends the process, before
/// it takes effect and after it.
///
/// Each run is compared with an interpreter without stores or resuming, and with the effects of its
/// steps. `TENON_STRESS=long` draws fifty times as many random runs and tries all pairs of faults.
@Suite(.serialized) struct CrashTests {
  static let faults: [Simulation.Fault] = [.before, .after, .unanswered, .refused]

  /// Runs a scenario without faults, and then with each fault at each operation.
  private static func difference(
    _ scenario: Scenario,
    everyPlace: Bool = true,
    runs: inout Int
  ) async throws -> String? {
    let run = LiveRun(scenario)
    if let difference = try await run.difference() { return difference }
    for place in 0..<run.operations {
      for (number, fault) in faults.enumerated() where everyPlace || (place + number) % 3 == 0 {
        runs += 1
        let run = LiveRun(scenario, faults: [place: fault])
        if let difference = try await run.difference() { return "\(fault) \(place): \(difference)" }
      }
    }
    return nil
  }

  @Test(arguments: Scenario.examples)
  func runsEndAsTheyDoWithoutAStore(_ scenario: Scenario) async throws {
    var runs = 0
    let difference = try await Self.difference(scenario, runs: &runs)
    #expect(difference == nil)
    print("\(scenario.name): \(runs) runs")
  }

  @Test(arguments: Scenario.examples)
  func soDoTheyAfterTwoFaults(_ scenario: Scenario) async throws {
    let run = LiveRun(scenario)
    #expect(try await run.difference() == nil)
    for first in 0..<run.operations {
      for second in first + 1..<run.operations + 8
      where StressSize.isLong || (first + second) % 5 == 0 {
        let faults = [
          first: Self.faults[first % Self.faults.count],
          second: Self.faults[second % Self.faults.count],
        ]
        let run = LiveRun(scenario, faults: faults)
        guard let difference = try await run.difference() else { continue }
        Issue.record("\(faults): \(difference)")
        return
      }
    }
  }

  @Test func soDoRandomRuns() async throws {
    var runs = 0
    for seed in PropertySeed.seeds(50, of: "live durable runs") {
      let isFailing = try await Self.difference(
        Scenario(seed: seed, size: 10),
        everyPlace: StressSize.isLong,
        runs: &runs
      )
      guard isFailing != nil else { continue }
      for size in 1...10 {
        let scenario = Scenario(seed: seed, size: size)
        guard let difference = try await Self.difference(scenario, runs: &runs) else { continue }
        Issue.record("seed \(seed), \(size): \(difference)\n\(scenario.plan.outline)")
        return
      }
    }
    print("live durable runs: \(runs) runs")
  }

  @Test(arguments: Scenario.examples)
  func aCancelledRunIsUndoneWhereverItIs(_ scenario: Scenario) async throws {
    let run = LiveRun(scenario)
    #expect(try await run.difference() == nil)
    for place in 0..<run.operations {
      for fault in [-1] + (place..<run.operations + 4)
      where StressSize.isLong || fault < 0 || fault % 3 == place % 3 {
        let faults: [Int: Simulation.Fault] = fault < 0 ? [:] : [fault: .after]
        let run = LiveRun(scenario, faults: faults, cancelledAt: place)
        guard let difference = try await run.difference() else { continue }
        Issue.record("cancelled at \(place), ended after \(fault): \(difference)")
        return
      }
    }
  }
}
