import Foundation
import Testing

@testable import AppLinksResolving

@Suite struct IndexBatchesTests {
  private var batches = IndexBatches(maximumCount: 2)

  /// Asks about a page, and returns the round that waits for a timer from then on.
  private mutating func ask(_ page: String) -> Int? {
    let url = URL(fileURLWithPath: "/\(page)")
    if case .wait(let round, _) = batches.ask(url).1 { return round }
    return nil
  }

  @Test mutating func aTimerThatIsLateDoesNotSendWhatWaitsForTheNextOne() throws {
    let rounds = ["a", "b", "c"].map { ask($0) }
    let first = try #require(rounds[0])
    #expect(rounds[1] == nil, "full, and sent")
    let second = try #require(rounds[2])
    let late = batches.takeWaiting(round: first)
    #expect(late == nil)
    let batch = batches.takeWaiting(round: second)
    #expect(batch?.questions.map(\.url.path) == ["/c"])
  }

  @Test mutating func aWithdrawnQuestionEndsItsRound() throws {
    let first = ask("a")
    let timer = batches.withdraw(1)
    #expect(timer != nil)
    let second = ask("b")
    let late = batches.takeWaiting(round: try #require(first))
    #expect(late == nil)
    let batch = batches.takeWaiting(round: try #require(second))
    #expect(batch?.questions.count == 1)
  }
}
