import Testing

@testable import Futures

/// The turn of a task in a limit's queue.
@Suite(.timeLimit(.minutes(10))) struct TurnTests {
  private let limit = ConcurrencyLimit(1)

  private func takeTurn() throws -> Turn {
    let admission = limit.takeTurn(canFail: true)
    guard case .waiting(let turn) = admission else { throw TestError.first }
    return turn
  }

  @Test func itComesWhenAPlaceIsFree() async throws {
    #expect(limit.takePlace())
    let turn = try takeTurn()
    limit.passOn()
    #expect(limit.runningCount == 1)
    #expect(await turn.wait() == .come)
    // It is too late to leave the queue.
    turn.leave()
    #expect(limit.runningCount == 1)
    limit.passOn()
    #expect(limit.runningCount == 0)
  }

  @Test func itDoesNotComeToATaskThatHasLeft() async throws {
    #expect(limit.takePlace())
    let turn = try takeTurn()
    turn.leave()
    #expect(limit.waitingCount == 0)
    #expect(await turn.wait() == .left)
    #expect(!turn.come())
  }

  /// A task that is cancelled leaves first, and is taken out of the line a moment later.
  @Test func aPlaceThatATaskInLineDoesNotTakeGoesToTheNext() async throws {
    #expect(limit.takePlace())
    let decided = try takeTurn()
    let next = try takeTurn()
    #expect(decided.come())
    limit.passOn()
    #expect(limit.waitingCount == 0 && limit.runningCount == 1)
    #expect(!next.come(), "its turn has come already")
  }
}
