import BrightFuturesCompat
import Testing
import TestSupport

/// Reading the state of a future while it settles: reads are synchronised, and what they see fits
/// together.
@Suite(.serialized, .timeLimit(.minutes(20))) struct StateRaceTests {
  private let rounds = StressSize.rounds / 10

  @Test func readingAgainstCompleting() async {
    let promises = (0..<rounds).map { _ in Promise<[Int], Oops>() }
    let mistakes = Counter()
    await race(rounds: rounds) { round in
      if round.isMultiple(of: 2) {
        promises[round].success([round])
      } else {
        promises[round].failure(.second)
      }
    } _: { round in
      let future = promises[round].future
      let wasCompleted = future.isCompleted
      let result = future.result
      if wasCompleted && result == nil { mistakes.add() }
      if let value = result?.value, value != [round] { mistakes.add() }
      if let error = result?.error, error != .second { mistakes.add() }
      if result != nil && future.isSuccess != round.isMultiple(of: 2) { mistakes.add() }
    }
    #expect(mistakes.value == 0)
    #expect(promises.allSatisfy { $0.future.isCompleted })
  }
}
