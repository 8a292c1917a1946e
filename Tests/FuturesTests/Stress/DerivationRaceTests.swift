import Futures
import Testing
import TestSupport

/// Two threads derive from one future.
@Suite(.serialized) struct DerivationRaceTests {
  private let rounds = StressSize.rounds

  @Test func derivationAgainstDerivation() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let calls = Counter()
    let derive: @Sendable (Int) -> Void = { round in
      let future = promises[round].future
      for _ in 0..<5 { _ = future.map { _ in calls.add() } }
    }
    await race(rounds: rounds, derive, derive)
    #expect(calls.value == 0)
    for round in 0..<rounds { promises[round].succeed(round) }
    #expect(calls.value == 10 * rounds)
  }

  @Test func derivationAgainstCompletionLeavesNothingBehind() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let outputs = Counter()
    await race(rounds: rounds) { round in
      promises[round].succeed(round)
    } _: { round in
      _ = promises[round].future.map { _ in Output(countedBy: outputs) }
    }
    for round in 0..<rounds { #expect(promises[round].future.value == round) }
    #expect(outputs.value == 0)
  }
}

/// Counts how many of its kind there are.
private final class Output: Sendable {
  private let counter: Counter

  init(countedBy counter: Counter) {
    self.counter = counter
    counter.add()
  }

  deinit { counter.add(-1) }
}
