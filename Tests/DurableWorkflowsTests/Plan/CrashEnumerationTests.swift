import Testing
import TestSupport

@testable import DurableWorkflows

/// Ends the process before and after each operation of runs on their store.
///
/// The tests occupy one thread for seconds, and yield it between runs. `TENON_STRESS=long` draws
/// fifty times as many random runs and tries all pairs of faults.
@Suite(.serialized) struct CrashEnumerationTests {
  static let faults: [Simulation.Fault] = [.before, .after, .unanswered]

  @Test(arguments: Scenario.examples)
  func runsByHandEndAsIfNothingHadHappened(_ scenario: Scenario) async {
    var runs = 0
    for seed in UInt64(0)..<(StressSize.isLong ? 12 : 2) {
      #expect(await Self.difference(scenario, seed: seed, isThorough: true, runs: &runs) == nil)
    }
    print("\(scenario.name): \(runs) runs")
  }

  @Test(arguments: Scenario.examples)
  func soDoTheyAfterTwoFaults(_ scenario: Scenario) async {
    let count = Self.operations(of: scenario, seed: 0)
    var runs = 0
    for first in 0..<count {
      // Resuming adds operations, which can fail, too.
      for second in first + 1..<count + 12 where StressSize.isLong || (first + second) % 9 == 0 {
        await Task.yield()
        for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1), (1, 2)] {
          runs += 1
          var simulation = Simulation(
            scenario,
            seed: 0,
            faults: [first: Self.faults[one], second: Self.faults[other]]
          )
          guard let difference = simulation.difference() else { continue }
          Issue.record(
            "\(Self.faults[one]) \(first), \(Self.faults[other]) \(second): \(difference)"
          )
          return
        }
      }
    }
    print("\(scenario.name): \(runs) runs with two faults")
  }

  @Test func soDoRandomRuns() async {
    var runs = 0
    for seed in PropertySeed.seeds(30, of: "durable runs") {
      let scenario = Scenario(seed: seed, size: 10)
      guard await Self.difference(scenario, seed: seed, runs: &runs) != nil else { continue }
      for size in 1...10 {
        let scenario = Scenario(seed: seed, size: size)
        guard let difference = await Self.difference(scenario, seed: seed, runs: &runs) else {
          continue
        }
        Issue.record("\(difference)\n\(scenario.plan.outline)\n\(scenario)")
        return
      }
    }
    print("durable runs: \(runs) runs")
  }

  @Test(arguments: Scenario.examples)
  func aCancelledRunIsUndoneWhereverItIs(_ scenario: Scenario) async {
    for seed in UInt64(0)..<1 {
      let count = Self.operations(of: scenario, seed: seed)
      for place in 0..<count {
        await Task.yield()
        for fault in -1..<count + 6 where StressSize.isLong || fault < 0 || fault % 2 == place % 2 {
          let faults: [Int: Simulation.Fault] = fault < 0 ? [:] : [fault: .after]
          var simulation = Simulation(scenario, seed: seed, faults: faults, cancelledAt: place)
          guard let difference = simulation.difference() else { continue }
          Issue.record("cancelled at \(place), ended after \(fault): \(difference)")
          return
        }
      }
    }
  }

  private static func operations(of scenario: Scenario, seed: UInt64) -> Int {
    var simulation = Simulation(scenario, seed: seed)
    if let difference = simulation.difference() { Issue.record("without faults: \(difference)") }
    return simulation.operations
  }

  /// Returns what is wrong with the runs of a scenario with one fault.
  private static func difference(
    _ scenario: Scenario,
    seed: UInt64,
    isThorough: Bool = StressSize.isLong,
    runs: inout Int
  ) async -> String? {
    var whole = Simulation(scenario, seed: seed)
    runs += 1
    if let difference = whole.difference() { return "without faults: \(difference)" }
    await Task.yield()
    for place in 0..<whole.operations {
      for fault in faults where fault != .unanswered || isThorough || place % 3 == Int(seed % 3) {
        runs += 1
        var simulation = Simulation(scenario, seed: seed, faults: [place: fault])
        if let difference = simulation.difference() { return "\(fault) \(place): \(difference)" }
      }
    }
    return nil
  }
}
