import Futures
import Testing
import TestSupport

/// Two threads derive from one future.
@Suite(.serialized) struct DerivationRaceTests {
  @Test func derivationAgainstDerivation() async {
    // Each side takes long enough that the two overlap for most of it.
    let (rounds, derivations) = (StressSize.rounds / 50, 500)
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let calls = Counter()
    let derive: @Sendable (Int) -> Void = { round in
      let future = promises[round].future
      for _ in 0..<derivations { _ = future.map { _ in calls.add() } }
    }
    await race(rounds: rounds, derive, derive)
    #expect(calls.value == 0)
    for round in 0..<rounds { promises[round].succeed(round) }
    #expect(calls.value == 2 * derivations * rounds)
  }

  @Test func derivationAgainstCompletionLeavesNothingBehind() async {
    let rounds = StressSize.rounds / 10
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let outputs = Counter()
    let pause = Counter()
    await race(rounds: rounds) { round in
      for _ in 0..<(round % 64) { pause.add(0) }
      promises[round].succeed(round)
    } _: { round in
      // Deriving continues until the future settles, so that the completion always meets a
      // derivation.
      let future = promises[round].future
      while !future.isSettled { _ = future.map { _ in Output(countedBy: outputs) } }
    }
    for round in 0..<rounds { #expect(promises[round].future.currentValue == round) }
    #expect(outputs.value == 0)
  }
}

/// An object that counts the instances of its class.
private final class Output: Sendable {
  private let counter: Counter

  init(countedBy counter: Counter) {
    self.counter = counter
    counter.add()
  }

  deinit { counter.add(-1) }
}
