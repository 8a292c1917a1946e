import BrightFuturesCompat
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct AndThenTests {
  @Test func chainedCallsRunStrictlyOneAfterAnother() async {
    let answer = Box(10)
    await Future<Int, Never>(value: 4)
      .andThen { answer.value *= $0.value ?? 0 }
      .andThen { _ in answer.value += 2 }
      .asVoid().get()
    #expect(answer.value == 42)
  }

  @Test func itSettlesAfterItsCallbackRan() {
    let context = ManualContext()
    let future = Future<Int, Oops>(value: 1).andThen(context: context.closure) { _ in }
    #expect(!future.isCompleted)
    context.runAll()
    #expect(future.value == 1)
  }

  @Test func itPassesAFailureOn() {
    let log = Log<Oops?>()
    let future = Future<Int, Oops>(error: .first)
      .andThen(context: immediateExecutionContext) { log.add($0.error) }
    #expect(log.all == [.first])
    #expect(future.error == .first)
  }

  @Test func whenItsContextDropsTheCallbackItStaysPending() {
    let log = Log<Int>()
    let future = Future<Int, any Error>(value: 1).andThen(context: droppingContext) { _ in
      log.add(1)
    }
    #expect(!future.isCompleted)
    #expect(log.all == [])
  }
}
