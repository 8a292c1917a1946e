import Futures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct TraverseProgressRaceTests {
  private static let rounds = StressSize.rounds / 10

  /// Progress comes in order, each number once, also when pieces of work end on two threads.
  @Test func progressOfTwoThreads() async {
    let promises = (0..<2 * Self.rounds).map { _ in Promise<Int, any Error>() }
    let numbers = Log<Int>()
    let result = promises.traverse(progress: { completed, _ in numbers.add(completed) }) {
      $0.future
    }
    let countAtTheEnd = result.map { _ in numbers.count }
    await race(rounds: Self.rounds) { round in
      promises[2 * round].succeed(round)
    } _: { round in
      promises[2 * round + 1].succeed(round)
    }
    #expect(numbers.all == Array(1...2 * Self.rounds))
    #expect(countAtTheEnd.currentValue == 2 * Self.rounds)
  }
}
