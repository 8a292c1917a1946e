import TestSupport
import Testing

@testable import Workflows

/// The announcement of changes in a run.
@Suite(.timeLimit(.minutes(10))) struct ChangeSignalTests {
  private let signal = ChangeSignal()
  private let calls = Counter()

  @Test func listenersAreCalledAtEveryChangeUntilTheyAreRemoved() {
    let calls = calls
    let id = signal.addListener { calls.add() }
    signal.changed()
    signal.changed()
    signal.removeListener(id)
    signal.changed()
    signal.end()
    #expect(calls.value == 2)
  }

  @Test func aListenerIsCalledAgainWhenTheReadersHaveLeft() async {
    let calls = calls
    _ = signal.addListener { calls.add() }
    let found = await signal.first { () -> Int? in
      let seen = calls.value
      if seen == 0 { signal.changed() }
      return seen == 0 ? nil : seen
    }
    #expect(found == 1)
    signal.changed()
    #expect(calls.value == 2)
  }

  @Test func aChangeWhileAReaderLooksIsNotLost() async {
    var looks = 0
    let found = await signal.first { () -> Int? in
      looks += 1
      if looks == 1 { signal.changed() }
      return looks == 1 ? nil : looks
    }
    #expect(found == 2)
  }

  @Test func theLastChangeIsSeenByAReaderThatWaits() async {
    var looks = 0
    let found = await signal.first { () -> Int? in
      looks += 1
      if looks == 1 { signal.end() }
      return looks == 1 ? nil : looks
    }
    #expect(found == 2)
  }

  @Test func afterTheEndAReaderLooksOnceMore() async {
    signal.end()
    #expect(await signal.first { 1 } == 1)
    #expect(await signal.first { nil as Int? } == nil)
  }
}
