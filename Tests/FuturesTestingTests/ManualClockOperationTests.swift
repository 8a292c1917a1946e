import Futures
import FuturesTesting
import Testing
import TestSupport

/// The operations of the engine that take a clock, on a manual one.
@Suite struct ManualClockOperationTests {
  let clock = ManualClock()

  @Test func timeoutFiresInsideAdvance() {
    let answer = Promise<Int, any Error>()
    let limited = answer.future.timeout(.seconds(5), clock: clock)
    clock.advance(by: .seconds(4))
    #expect(!limited.isSettled)
    clock.advance(by: .seconds(1))
    #expect(limited.currentError as? TimeoutError == TimeoutError(limit: .seconds(5)))
    answer.succeed(1)
  }

  @Test func aTimeoutThatLosesRemovesItsTimer() {
    let answer = Promise<Int, any Error>()
    let limited = answer.future.timeout(.seconds(5), clock: clock)
    #expect(clock.pendingTimers.map(\.offset) == [.seconds(5)])
    answer.succeed(1)
    #expect(limited.currentValue == 1)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func delayHoldsTheOutcomeBack() {
    let answer = Promise<Int, any Error>()
    let delayed = answer.future.delay(.seconds(2), clock: clock)
    clock.advance(by: .seconds(10))
    answer.succeed(7)
    clock.advance(by: .seconds(1))
    #expect(delayed.currentValue == nil)
    clock.advance(by: .seconds(1))
    #expect(delayed.currentValue == 7)
  }

  @Test func aCancelledDelayRemovesItsTimer() {
    let delayed = Future<Void, any Error>.after(.seconds(2), clock: clock)
    #expect(clock.pendingTimers.count == 1)
    delayed.cancel()
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func retryPausesOnTheClock() {
    let times = Log<Duration>()
    let policy = RetryPolicy(attempts: 4, backoff: .constant(.seconds(3)))
    let manual = ManualContext()
    let result = manual.capture {
      Future { [clock] in
        try await withRetry(policy, clock: clock) {
          let attempt = RetryPolicy.currentAttempt
          times.add(clock.now.offset)
          if attempt < 4 { throw Refused(attempt: attempt) }
          return attempt
        }
      }
    }
    manual.runAll()
    for _ in 0..<2 {
      clock.advance(by: .seconds(3))
      manual.runAll()
    }
    #expect(times.all == [0, 3, 6].map { .seconds($0) })
    #expect(!result.isSettled)
    #expect(clock.advanceToNextTimer() == .seconds(3))
    manual.runAll()
    #expect(result.currentValue == 4)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func cancelAfterFiresInsideAdvance() {
    let source = CancellationSource()
    source.cancel(after: .seconds(5), clock: clock)
    source.cancel(after: .seconds(2), clock: clock)
    #expect(clock.pendingTimers.map(\.offset) == [.seconds(2)])
    clock.advance(by: .seconds(2))
    #expect(source.isCancelled)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func disposingOfASourceRemovesItsTimer() {
    let source = CancellationSource()
    source.cancel(after: .seconds(5), clock: clock)
    source.dispose()
    #expect(clock.pendingTimers.isEmpty)
  }
}
