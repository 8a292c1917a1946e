import Testing

@testable import Futures

/// The turn of a task in a limit's queue.
@Suite(.timeLimit(.minutes(10))) struct TurnTests {
  private let limit = ConcurrencyLimit(1)

  @Test func itComesWhenAPlaceIsFree() async throws {
    #expect(limit.takeTurn() == nil)
    let turn = try #require(limit.takeTurn())
    limit.passOn()
    #expect(limit.runningCount == 1)
    #expect(await turn.wait())
    // It is too late to leave the queue.
    turn.leave()
    #expect(limit.runningCount == 1)
    limit.passOn()
    #expect(limit.runningCount == 0)
  }

  @Test func itDoesNotComeToATaskThatHasLeft() async throws {
    #expect(limit.takeTurn() == nil)
    let turn = try #require(limit.takeTurn())
    turn.leave()
    #expect(limit.waitingCount == 0)
    #expect(await !turn.wait())
    #expect(!turn.come())
  }

  /// A task that is cancelled leaves first, and is taken out of the line a moment later.
  @Test func aPlaceThatATaskInLineDoesNotTakeGoesToTheNext() async throws {
    #expect(limit.takeTurn() == nil)
    let decided = try #require(limit.takeTurn())
    let next = try #require(limit.takeTurn())
    #expect(decided.come())
    limit.passOn()
    #expect(limit.waitingCount == 0 && limit.runningCount == 1)
    #expect(!next.come(), "its turn has come already")
  }
}
