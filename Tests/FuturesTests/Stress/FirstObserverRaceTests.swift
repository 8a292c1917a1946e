import Futures
import Testing
import TestSupport

/// The first observer of a promise has its own place, and others may register at the same moment.
@Suite(.serialized) struct FirstObserverRaceTests {
  private let rounds = StressSize.rounds

  @Test func twoFirstObserversAtOnce() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let calls = Counter()
    await race(rounds: rounds) { round in
      promises[round].future.onSuccess { if $0 == round { calls.add() } }
      promises[round].succeed(round)
    } _: { round in
      promises[round].future.onComplete { _ in calls.add() }
    }
    #expect(calls.value == 2 * rounds)
  }

  @Test func theFirstObserverAgainstADerivedFuture() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let calls = Counter()
    await race(rounds: rounds) { round in
      promises[round].future.onComplete { _ in calls.add() }
      promises[round].future.onComplete { _ in calls.add() }
    } _: { round in
      promises[round].future.map { $0 + 1 }.onSuccess { _ in calls.add() }
      promises[round].succeed(round)
    }
    #expect(calls.value == 3 * rounds)
  }

  @Test func aTokenAgainstTheFirstObserver() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let sources = Rounds(rounds) { CancellationSource() }
    let calls = Counter()
    await race(rounds: rounds) { round in
      promises[round].future.onComplete(cancellation: sources[round].token) { _ in }
      promises[round].future.onComplete { _ in calls.add() }
      promises[round].succeed(round)
    } _: { round in
      sources[round].cancel()
    }
    #expect(calls.value == rounds)
  }

  @Test func earlierObserversHaveRunWhenTheCompletingCallReturns() async {
    let promises = Rounds(rounds) { Promise<Int, any Error>() }
    let early = Rounds(rounds) { Counter() }
    for round in 0..<rounds {
      let calls = early[round]
      promises[round].future.onComplete { _ in calls.add() }
      promises[round].future.onComplete { _ in calls.add() }
    }
    let late = Counter()
    let missed = Counter()
    await race(rounds: rounds) { round in
      promises[round].succeed(round)
      if early[round].value != 2 { missed.add() }
    } _: { round in
      for _ in 0..<8 { promises[round].future.onComplete { _ in late.add() } }
    }
    #expect(missed.value == 0)
    #expect(late.value == 8 * rounds)
  }
}
