@testable import Futures
import TestSupport
import Testing

/// A cell that adopts another one that another thread has settled in the meantime.
struct AdoptingCellTests {
  private let seen = Log<Int>()

  private func observe(_ cell: Cell) {
    cell.observe { [seen] source, _ in
      seen.add(source.load(as: Int.self))
      return .none
    }
  }

  @Test func aCellThatOthersReferToTakesTheOutcomeOver() {
    let (adopter, inner) = (Cell(), Cell())
    observe(adopter)
    let work = adopter.takeOver(inner, as: (any Error).self)
    ThreadState.run(inner, inner.succeed(7).orNone)
    ThreadState.follow(work, of: adopter)
    #expect(seen.all == [7])
    #expect(adopter.load(as: Int.self) == 7)
  }

  @Test func aCellThatNobodyElseRefersToHandsItsWaitersOver() {
    let inner = Cell()
    var adopter = Optional(Cell())
    weak let abandoned = adopter
    if let adopter { observe(adopter) }
    let work = adopter?.takeOver(inner, as: (any Error).self)
    ThreadState.run(inner, inner.succeed(7).orNone)
    if let work, let last = adopter.take() { ThreadState.follow(work, of: last) }
    #expect(seen.all == [7])
    #expect(abandoned == nil)
  }
}
