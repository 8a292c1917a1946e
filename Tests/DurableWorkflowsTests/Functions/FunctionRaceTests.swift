import TestSupport
import Testing

@testable import DurableWorkflows

/// Random programs with races, limits, children and attempts, on a store in memory each of whose
/// operations fails, or ends the process, before it takes effect and after it.
///
/// Each run ends, what it returns is what is recorded, no step begins again without a fault, and
/// what has been done is undone if the run fails or is cancelled. `TENON_STRESS=long` draws fifty
/// times as many programs and tries all faults.
@Suite(.serialized) struct FunctionRaceTests {
  private static func difference(
    _ program: RacingProgram,
    seed: UInt64,
    everyPlace: Bool,
    cancels: Bool,
    runs: inout Int
  ) async throws -> String? {
    let (fails, replays) = (seed.isMultiple(of: 3), seed.isMultiple(of: 4))
    let race = LiveRace(program, fails: fails, replays: replays)
    if let difference = try await race.difference() { return difference }
    for place in 0..<race.operations {
      for (number, fault) in CrashTests.faults.enumerated()
      where everyPlace || (place + number) % 5 == 0 {
        runs += 1
        let race = LiveRace(
          program,
          fails: fails,
          replays: replays,
          faults: [place: fault],
          cancelledAt: cancels ? max(0, place - number) : nil
        )
        if let difference = try await race.difference() {
          return "\(fault) \(place): \(difference)"
        }
      }
    }
    return nil
  }

  /// A step that ends after all others, so that a call may end long before it is written.
  private static func beside(_ program: RacingProgram) -> RacingProgram {
    .group([.step(1, seconds: 30, heeds: false), program])
  }

  @Test(arguments: [
    beside(.race([.failure(2, seconds: 9), .child(3)])),
    beside(.race([.step(2, seconds: 9, heeds: false), .child(3)])),
    beside(.limit(2, seconds: 9, .child(3))),
  ])
  func whatHasWonIsRecordedBeforeALosingChildIsCancelled(_ program: RacingProgram) async throws {
    var runs = 0
    let difference = try await Self.difference(
      program,
      seed: 1,
      everyPlace: true,
      cancels: false,
      runs: &runs
    )
    #expect(difference == nil)
  }

  @Test(arguments: [false, true])
  func randomRacesEndAsTheyAreRecorded(areCancelled: Bool) async throws {
    var runs = 0
    for seed in PropertySeed.seeds(5, of: "races of durable functions") {
      if StressSize.isLong && seed % 100 == 0 { print("races of durable functions: \(runs) runs") }
      var sizes = [12]
      while let size = sizes.popLast() {
        let program = RacingProgram(seed: seed, size: size)
        let difference = try await Self.difference(
          program,
          seed: seed,
          everyPlace: StressSize.isLong || size < 12,
          cancels: areCancelled,
          runs: &runs
        )
        guard let difference else { continue }
        // The smallest program of the seed that fails is the last one that is reported.
        Issue.record("seed \(seed), size \(size): \(difference)\n\(program)")
        if size == 12 { sizes = Array((1..<12).reversed()) } else { return }
      }
    }
    print("races of durable functions: \(runs) runs")
  }
}
