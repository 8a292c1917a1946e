import TestSupport
import Testing

@testable import DurableWorkflows

/// Random programs as durable functions, on a store in memory each of whose operations fails, or
/// ends the process, before it takes effect and after it.
///
/// Each run is compared with an interpreter without stores or resuming, and with the effects of its
/// steps. `TENON_STRESS=long` draws fifty times as many random programs and tries all faults.
@Suite(.serialized) struct FunctionCrashTests {
  private static func difference(
    _ scenario: Scenario,
    everyPlace: Bool,
    cancels: Bool = false,
    runs: inout Int
  ) async throws -> String? {
    let run = LiveRun(scenario, form: .function)
    if let difference = try await run.difference() { return difference }
    for place in 0..<run.operations {
      for (number, fault) in CrashTests.faults.enumerated()
      where everyPlace || (place + number) % 3 == 0 {
        runs += 1
        let run = LiveRun(
          scenario,
          form: .function,
          faults: [place: fault],
          cancelledAt: cancels ? max(0, place - number) : nil
        )
        if let difference = try await run.difference() { return "\(fault) \(place): \(difference)" }
      }
    }
    return nil
  }

  @Test(arguments: Scenario.examples)
  func programsEndAsTheyDoWithoutAStore(_ scenario: Scenario) async throws {
    var runs = 0
    let program = scenario.asProgram
    let difference = try await Self.difference(program, everyPlace: true, runs: &runs)
    #expect(difference == nil, "\(program.plan.outline)")
  }

  @Test(arguments: [false, true])
  func soDoRandomPrograms(areCancelled: Bool) async throws {
    var runs = 0
    for seed in PropertySeed.seeds(50, of: "live durable functions") {
      if StressSize.isLong && seed % 100 == 0 { print("live durable functions: \(runs) runs") }
      let large = Scenario(seed: seed, size: 10).asProgram
      let isFailing = try await Self.difference(
        large,
        everyPlace: StressSize.isLong,
        cancels: areCancelled,
        runs: &runs
      )
      guard isFailing != nil else { continue }
      for size in 1...10 {
        let program = Scenario(seed: seed, size: size).asProgram
        let difference = try await Self.difference(
          program,
          everyPlace: true,
          cancels: areCancelled,
          runs: &runs
        )
        guard let difference else { continue }
        Issue.record("seed \(seed), \(size): \(difference)\n\(program.plan.outline)")
        return
      }
      Issue.record("seed \(seed): \(isFailing ?? "")\n\(large.plan.outline)")
      return
    }
    print("live durable functions: \(runs) runs")
  }
}
