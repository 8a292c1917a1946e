import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct RepeatWhileScopeTests {
  private let works = Works()

  @Test func whatARoundLeavesRunningIsCancelledBeforeTheNextOne() {
    let running = Log<Int>()
    let result = Future<Void, any Error>.repeatWhile(on: .inline) {
      running.count < 3
    } _: { [works] in
      running.add(works.running)
      _ = works.start()
      return Future()
    }
    #expect(result.isSettled)
    #expect(running.all == [0, 0, 0])
    #expect(works.running == 0)
  }

  @Test func cancellingTheResultCancelsTheRound() {
    let result = Future<Void, any Error>.repeatWhile(on: .inline) {
      true
    } _: { [works] in
      works.start().asVoid()
    }
    works.succeed(0)
    works.succeed(1)
    #expect(works.running == 1)
    result.cancel()
    #expect(works.running == 0)
    #expect(works.started == 3)
  }

  @Test func aThrowingBodyOnAContextHasAScope() {
    let manual = ManualContext()
    let result = Future<Void, any Error>.repeatWhile(on: manual.context) {
      true
    } _: { [works] () throws in
      works.start().asVoid()
    }
    manual.runAll()
    #expect(works.running == 1)
    result.cancel()
    #expect(works.running == 0)
  }
}
