import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureTimeoutTests {
  let clock = ManualClock()

  @Test func failsWhenTheTimeIsUp() {
    let promise = Promise<Int, any Error>()
    let future = promise.future.timeout(.seconds(5), clock: clock)
    clock.advance(by: .seconds(4))
    #expect(!future.isSettled)
    clock.advance(by: .seconds(1))
    #expect(future.currentError as? TimeoutError == TimeoutError(limit: .seconds(5)))
    promise.succeed(1)
  }

  @Test func failsWithAnErrorOfTheFuturesOwnType() {
    let promise = Promise<Int, TestError>()
    let future = promise.future.timeout(.seconds(5), clock: clock, orFail: .third)
    clock.advance(by: .seconds(5))
    #expect(future.currentError == .third)
    promise.succeed(1)
  }

  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.second)])
  func passesAnOutcomeInTimeOnAndRemovesTheTimer(_ outcome: Result<Int, TestError>) {
    let promise = Promise<Int, TestError>()
    let future = promise.future.timeout(.seconds(5), clock: clock, orFail: .third)
    #expect(clock.pendingTimers == [ManualClock.Instant(offset: .seconds(5))])
    promise.complete(outcome)
    #expect(future.currentResult == outcome)
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(10))
    #expect(future.currentResult == outcome)
  }

  @Test func theFutureItselfGoesOn() {
    let promise = Promise<Int, any Error>()
    let future = promise.future.timeout(.seconds(5), clock: clock)
    clock.advance(by: .seconds(5))
    #expect(!promise.future.isSettled)
    #expect(promise.succeed(1))
    #expect(promise.future.currentValue == 1)
    #expect(future.currentError is TimeoutError)
  }

  @Test func makesTheErrorOnlyWhenItIsNeeded() {
    let made = Counter()
    @Sendable func make() -> TestError {
      made.add()
      return .first
    }
    let promise = Promise<Int, TestError>()
    let intime = promise.future.timeout(.seconds(5), clock: clock, orFail: make())
    promise.succeed(1)
    #expect(intime.currentValue == 1)
    #expect(made.value == 0)
    let late = Future<Int, TestError>.never.timeout(.seconds(5), clock: clock, orFail: make())
    #expect(made.value == 0)
    clock.advance(by: .seconds(5))
    #expect(late.currentError == .first)
    #expect(made.value == 1)
  }

  @Test func aSettledFutureStartsNoTimer() {
    let future = Future<Int, any Error>(value: 1).timeout(.seconds(5), clock: clock)
    #expect(future.currentValue == 1)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func zeroOrLessTimesOutAsSoonAsTheClockAllows(_ limit: Duration) {
    let promise = Promise<Int, any Error>()
    let future = promise.future.timeout(limit, clock: clock)
    clock.advance(by: .zero)
    #expect(future.currentError is TimeoutError)
    promise.succeed(1)
  }

  @Test func cancellingTheResultRemovesTheTimer() {
    let promise = Promise<Int, any Error>()
    let future = promise.future.timeout(.seconds(5), clock: clock)
    #expect(future.cancel())
    #expect(clock.pendingTimers.isEmpty)
    #expect(!promise.future.isSettled)
    promise.succeed(1)
  }

  @Test func aDroppedPromiseRemovesTheTimer() {
    let future: Future<Int, any Error>
    do {
      let promise = Promise<Int, any Error>()
      future = promise.future.timeout(.seconds(5), clock: clock)
    }
    #expect(future.currentError is BrokenPromise)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aPromiseThatWasDroppedBeforeTimesOut() {
    let abandoned = Promise<Int, TestError>().future
    let timed = abandoned.timeout(.seconds(1), clock: clock, orFail: .second)
    #expect(!timed.isSettled)
    clock.advance(by: .seconds(1))
    #expect(timed.currentError == .second)
  }

  @Test func timeOutsLeaveNothingBehindOnAFutureThatLivesForLong() {
    struct Late: Error { let tracked: Tracked }
    let forever = Promise<Int, any Error>()
    let references = (0..<100).map { _ in
      let tracked = Tracked()
      let limited = forever.future
        .timeout(.seconds(1), clock: clock, orFail: Late(tracked: tracked))
      clock.advance(by: .seconds(1))
      #expect(limited.currentError is Late)
      return WeakReference(tracked)
    }
    #expect(references.allSatisfy { $0.isGone })
    forever.succeed(1)
  }

  @Test(.timeLimit(.minutes(10))) func theSystemsClockTimesOut() async {
    await #expect(throws: TimeoutError.self) {
      try await Future<Int, any Error>.never.timeout(.milliseconds(1)).value
    }
  }

  @Test func theErrorNamesTheLimit() {
    #expect("\(TimeoutError(limit: .seconds(5)))".contains("5.0 seconds"))
  }

  @Test func itEndsWithTheScopeInWhichItWasCalled() {
    let clock = ManualClock()
    let slow = Promise<Int, any Error>()
    let scope = withCancellationScope {
      [slow.future.timeout(.seconds(1), clock: clock), Future(value: 1)].all()
    }
    #expect(clock.pendingTimers.count == 1)
    scope.cancel()
    #expect(clock.pendingTimers.isEmpty)
    #expect(!slow.future.isSettled)
    slow.succeed(1)
  }
}
