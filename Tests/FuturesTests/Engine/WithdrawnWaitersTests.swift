import Testing

@testable import Futures

/// Waiters that were withdrawn from a future that is still pending.
struct WithdrawnWaitersTests {
  @Test func waitsThatTimedOutDoNotPileUp() {
    let promise = Promise<Int, any Error>()
    for _ in 0..<200 { #expect(promise.future.wait(timeout: .zero) == nil) }
    #expect(waiterCount(of: promise.future.cell) < 20)
  }

  private func waiterCount(of cell: Cell) -> Int {
    var count = 0
    var address = cell.state.newest
    while address != 0 {
      count += 1
      address = Cell.at(address).following
    }
    return count
  }
}
