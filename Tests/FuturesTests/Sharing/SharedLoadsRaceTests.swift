import Futures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct SharedLoadsRaceTests {
  private static let rounds = StressSize.rounds / 10

  /// A caller that asks while the last other one leaves gets a value, never another's cancellation.
  @Test func askingAgainstLeaving() async {
    let loads = SharedLoads<Int, Int, any Error>(keeping: .nothing)
    let wrong = Counter()
    // The moment between the two is short, so this race takes the full number of rounds.
    await race(rounds: StressSize.rounds) { _ in
      let promise = Promise<Int, any Error>()
      loads.load(0) { promise.future }.cancel()
      promise.succeed(1)
    } _: { _ in
      let promise = Promise<Int, any Error>()
      let answer = loads.load(0) { promise.future }
      promise.succeed(1)
      // The load that it joined may end on the other thread.
      answer.onFailure { _ in wrong.add() }
    }
    #expect(wrong.value == 0)
  }

  /// Two callers that ask at the same time share one load, and both get its value.
  @Test func askingAgainstAsking() async {
    let loads = SharedLoads<Int, Int, any Error>(keeping: .upTo(10))
    let started = Counter()
    let values = Counter()
    let ask: @Sendable (Int) -> Void = { round in
      loads.load(round) {
        started.add()
        return Future(value: round)
      }
      .onSuccess { if $0 == round { values.add() } }
    }
    await race(rounds: Self.rounds, ask, ask)
    #expect(started.value == Self.rounds)
    #expect(values.value == 2 * Self.rounds)
    #expect(loads.count == 10)
  }

  /// A value that is invalidated while it arrives is not kept if the load began before.
  @Test func landingAgainstInvalidating() async {
    let loads = SharedLoads<Int, Int, any Error>()
    let promises = (0..<Self.rounds).map { _ in Promise<Int, any Error>() }
    let answers = promises.enumerated().map { round, promise in
      loads.load(round) { promise.future }
    }
    await race(rounds: Self.rounds) { round in
      promises[round].succeed(round)
    } _: { round in
      switch round % 3 {
      case 0: loads.remove(round)
      case 1: loads.removeAll()
      default: loads.removeAll { $0 == round }
      }
    }
    #expect(loads.count == 0)
    #expect(answers.indices.allSatisfy { answers[$0].currentValue == $0 })
  }
}
