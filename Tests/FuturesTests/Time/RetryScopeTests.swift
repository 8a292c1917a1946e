import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct RetryScopeTests {
  private let works = Works()

  @Test func whatAnAttemptLeavesRunningIsCancelledBeforeTheNextOne() {
    let running = Log<Int>()
    let result = Future<Int, any Error>.retry(RetryPolicy(attempts: 3)) { [works] in
      let attempt = RetryPolicy.currentAttempt
      running.add(works.running)
      _ = works.start()
      return attempt < 3 ? Future(error: TestError.first) : Future(value: attempt)
    }
    #expect(result.currentValue == 3)
    #expect(running.all == [0, 0, 0])
    #expect(works.cancelled == 3)
  }

  @Test func theWorkOfTheLastAttemptKeepsItsOutcome() {
    let result = Future<Int, any Error>.retry { [works] in works.start().map { $0 + 1 } }
    works.fail(0)
    works.succeed(1, with: 6)
    #expect(result.currentValue == 7)
    #expect(works.cancelled == 0)
  }

  @Test func cancellingTheResultCancelsTheAttempt() {
    let result = Future<Int, any Error>.retry { [works] in works.start().map { $0 } }
    works.fail(0)
    #expect(works.running == 1)
    result.cancel()
    #expect(works.running == 0)
    #expect(works.started == 2)
  }

  @Test func theTokenCancelsTheAttempt() {
    let source = CancellationSource()
    let result = Future<Int, any Error>.retry(cancellation: source.token) { [works] in
      works.start().map { $0 }
    }
    source.cancel()
    #expect(result.currentError is CancellationError)
    #expect(works.running == 0)
  }

  @Test func theScopeAroundItCancelsTheAttempt() {
    let scope = withCancellationScope {
      Future<Int, any Error>.retry { [works] in works.start().map { $0 } }
    }
    scope.cancel()
    #expect(works.running == 0)
    #expect(works.started == 1)
  }

  @Test func anAttemptAfterAPauseHasAScope() {
    let clock = ManualClock()
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)))
    let result = Future<Int, any Error>.retry(policy, clock: clock) { [works] in
      works.start().map { $0 }
    }
    works.fail(0)
    clock.advance(by: .seconds(1))
    #expect(works.running == 1)
    result.cancel()
    #expect(works.running == 0)
  }

  @Test func whatIsSharedGoesOn() {
    let shared = works.start()
    let result = Future<Int, any Error>.retry { shared.map { $0 } }
    result.cancel()
    #expect(!shared.isSettled)
  }

  @Test func theAttemptOfAResultThatCannotBeCancelledIsCancelled() {
    let result = Box<Future<Int, Never>?>(nil)
    let scope = withCancellationScope { [works] () -> Future<Int, any Error> in
      result.value = Future<Int, Never>.retry { works.start().recover { _ in 0 } }
      return .never
    }
    scope.cancel()
    #expect(works.running == 0)
    #expect(result.value?.currentValue == 0)
  }
}
