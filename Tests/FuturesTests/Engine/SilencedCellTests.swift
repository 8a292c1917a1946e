@testable import Futures
import TestSupport
import Testing

/// A waiter that is silenced stays in its list and does nothing there.
struct SilencedCellTests {
  @Test func aSilencedWaiterDoesNothingWhenItsSourceSettles() {
    let calls = Counter()
    let source = Cell()
    let waiter = Cell(step: { _, _ in
      calls.add()
      return .none
    })
    source.observe(waiter)
    waiter.silence()
    ThreadState.run(source, source.succeed(1).orNone)
    #expect(source.isSettled)
    #expect(calls.value == 0)
    #expect(!waiter.isSettled)
  }

  @Test func aSilencedWaiterReleasesWhatItsStepCaptured() {
    let waiter: Cell
    weak var captured: Counter?
    do {
      let counter = Counter()
      captured = counter
      waiter = Cell(step: { _, _ in
        counter.add()
        return .none
      })
    }
    #expect(captured != nil)
    waiter.silence()
    #expect(captured == nil)
  }
}
