import Foundation
import Futures
import FuturesTesting
import TestSupport
import Workflows

/// An error that a step throws on purpose.
struct InjectedFault: Error, Equatable {
  let number: Int
}

extension Scenario {
  /// Ten thousand runs at once, of which one in a hundred throws, one is cancelled, one takes too
  /// long, one loses a promise, and one loses its observer.
  static let manyRuns = Scenario(name: "many-runs", short: 1, long: 20) { trial in
    // What pools and allocators keep is there after the first rounds.
    for round in 0..<(trial.rounds > 1 ? 5 : 2) {
      await runAtOnce(trial.rounds > 1 ? runCount : runCount / 2, trial, -1 - round)
    }
    let start = Footprint.now()
    for round in 0..<trial.rounds { await runAtOnce(runCount, trial, round) }
    trial.expectNothingRemains(since: start, heap: 4 << 20)
  }

  private static let runCount = 10_000

  /// What is to happen to a run.
  private enum Plan: CaseIterable {
    case succeed, fail, cancel, timeOut, losePromise, loseObserver

    /// One in a hundred for each fault.
    init(using random: inout SeededRandom) {
      let number = Int.random(in: 0..<100, using: &random)
      let faults = Plan.allCases.dropFirst()
      self = number < faults.count ? Array(faults)[number] : .succeed
    }

    var word: String {
      switch self {
      case .succeed: "succeeded"
      case .fail: "threw"
      case .cancel: "were cancelled"
      case .timeOut: "took too long"
      case .losePromise: "lost a promise"
      case .loseObserver: "lost their observer"
      }
    }

    func isRight(_ result: Result<Int, any Error>, of number: Int) -> Bool {
      switch (self, result) {
      case (.succeed, .success(let value)): value == number + 2
      case (.fail, .failure(let error)): error as? InjectedFault == InjectedFault(number: number)
      case (.cancel, .failure(let error)), (.loseObserver, .failure(let error)):
        error is CancellationError
      case (.timeOut, .failure(let error)): error is TimeoutError
      case (.losePromise, .failure(let error)):
        (error as? BrokenPromise)?.reason == .droppedPromise
      default: false
      }
    }

    /// How often the observers of success and of failure are called.
    var calls: [Int] {
      switch self {
      case .succeed: [1, 0]
      case .fail, .timeOut, .losePromise: [0, 1]
      case .cancel, .loseObserver: [0, 0]
      }
    }
  }

  /// One run, and what was observed of it.
  private struct Observed {
    let number: Int
    let plan: Plan
    let run: WorkflowRun<Int>
    let ends = Counter()
    let successes = Counter()
    let failures = Counter()
    let owner = Owner()
  }

  private final class Owner: Sendable {}

  private static func runAtOnce(_ count: Int, _ trial: Trial, _ round: Int) async {
    var random = trial.random(round + 1000)
    // Only those that take too long see time pass.
    let clock = ManualClock()
    let still = ManualClock()
    let source = CancellationSource()
    let runs = (0..<count).map { number in
      let plan = Plan(using: &random)
      let workflow = workflow(plan, plan == .timeOut ? clock : still)
      let byToken = plan == .cancel && number.isMultiple(of: 2)
      let run = workflow.prepare(
        number,
        options: RunOptions(cancellation: byToken ? source.token : .never)
      )
      let observed = Observed(number: number, plan: plan, run: run)
      run.future.onComplete { [ends = observed.ends] _ in ends.add() }
      run.on(.inline).onSuccess(for: observed.owner) { [calls = observed.successes] _, _ in
        calls.add()
      }
      run.on(.inline).onFailure(for: observed.owner) { [calls = observed.failures] _, _ in
        calls.add()
      }
      return observed
    }
    for observed in runs { try? observed.run.start() }
    for observed in runs {
      switch observed.plan {
      case .cancel where !observed.number.isMultiple(of: 2): observed.run.cancel()
      case .loseObserver: observed.run.removeObservers(of: observed.owner)
      default: break
      }
    }
    source.cancel()
    // The limits of those that began later pass later.
    for observed in runs where observed.plan == .timeOut {
      while !observed.run.state.isSettled {
        clock.advance(by: .seconds(60))
        await Task.yield()
      }
    }
    for observed in runs {
      let result = await observed.run.future.result
      await observed.run.stopped()
      let place = "round \(round), run \(observed.number), which \(observed.plan.word)"
      trial.expect(
        observed.plan.isRight(result, of: observed.number),
        "\(place): ended with \(result)"
      )
      trial.expect(observed.ends.value == 1, "\(place): ended \(observed.ends.value) times")
      let calls = [observed.successes.value, observed.failures.value]
      trial.expect(
        calls == observed.plan.calls,
        "\(place): observers of success and failure were called \(calls) times"
      )
      if round >= 0 { trial.count(observed.plan.word) }
    }
  }

  private static func workflow(_ plan: Plan, _ clock: ManualClock) -> Workflow<Int, Int> {
    Workflow("faulty") {
      Perform { (number: Int) async in
        await Task.yield()
        return number + 1
      }
      Perform { (number: Int) async throws in
        switch plan {
        case .succeed: return number
        case .fail: throw InjectedFault(number: number - 1)
        case .losePromise: return try await droppedPromise().value
        case .cancel, .timeOut, .loseObserver:
          let promise = Promise<Int, any Error>()
          defer { withExtendedLifetime(promise) {} }
          return try await promise.future.value
        }
      }
      .timeout(.seconds(60), clock: clock)
      Perform { (number: Int) in number + 1 }
    }
  }

  /// Returns a future whose promise is gone.
  private static func droppedPromise() -> Future<Int, any Error> {
    Promise<Int, any Error>().future
  }
}
