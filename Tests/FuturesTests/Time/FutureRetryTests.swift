import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureRetryTests {
  let clock = ManualClock()

  @Test func theFirstSuccessEndsIt() {
    let attempts = Log<Int>()
    let future = Future<String, TestError>.retry(RetryPolicy(attempts: 5)) {
      attempts.add(RetryPolicy.currentAttempt)
      return RetryPolicy.currentAttempt < 3 ? Future(error: .first) : Future(value: "done")
    }
    #expect(future.currentValue == "done")
    #expect(attempts.all == [1, 2, 3])
  }

  @Test func nothingIsTriedAgainAfterASuccess() {
    let attempts = Counter()
    let future = Future<Int, TestError>.retry { Future(value: attempts.add()) }
    #expect(future.currentValue == 1)
    #expect(attempts.value == 1)
  }

  @Test func failsWithTheErrorOfTheLastAttempt() {
    let errors: [TestError] = [.first, .second, .third]
    let future = Future<Int, TestError>.retry(RetryPolicy(attempts: 3)) {
      Future(error: errors[RetryPolicy.currentAttempt - 1])
    }
    #expect(future.currentError == .third)
  }

  @Test func anErrorCanMakeThePauseLonger() {
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)))
      .pausing { error, _ in error as? TestError == .first ? .seconds(10) : nil }
    let attempts = Counter()
    let future = Future<Int, TestError>.retry(policy, clock: clock) {
      attempts.add()
      return Future(error: RetryPolicy.currentAttempt == 1 ? .first : .second)
    }
    clock.advance(by: .seconds(9))
    #expect(attempts.value == 1)
    clock.advance(by: .seconds(1))
    #expect(attempts.value == 2)
    clock.advance(by: .seconds(1))
    #expect(future.currentError == .second)
  }

  @Test(arguments: [1, 0, -3])
  func oneAttemptIsTheLeast(_ attempts: Int) {
    let count = Counter()
    let future = Future<Int, TestError>.retry(RetryPolicy(attempts: attempts)) {
      count.add()
      return Future(error: .first)
    }
    #expect(future.currentError == .first)
    #expect(count.value == 1)
  }

  @Test func attemptsRunOneAfterAnother() {
    let promises = (0..<3).map { _ in Promise<Int, TestError>() }
    let attempts = Log<Int>()
    let future = Future<Int, TestError>.retry(RetryPolicy(attempts: 3)) {
      attempts.add(RetryPolicy.currentAttempt)
      return promises[RetryPolicy.currentAttempt - 1].future
    }
    #expect(attempts.all == [1])
    promises[0].fail(.first)
    #expect(attempts.all == [1, 2])
    promises[1].fail(.second)
    #expect(attempts.all == [1, 2, 3])
    #expect(!future.isSettled)
    promises[2].succeed(3)
    #expect(future.currentValue == 3)
  }

  @Test func waitsForTheBackOffBetweenAttempts() {
    let attempts = Log<Int>()
    let policy = RetryPolicy(attempts: 4, backoff: .exponential(initial: .seconds(1)))
    let future = Future<Int, TestError>.retry(policy, clock: clock) {
      attempts.add(RetryPolicy.currentAttempt)
      return Future(error: .first)
    }
    #expect(attempts.all == [1])
    clock.advance(by: .seconds(1))
    #expect(attempts.all == [1, 2])
    clock.advance(by: .seconds(1))
    #expect(attempts.all == [1, 2])
    clock.advance(by: .seconds(1))
    #expect(attempts.all == [1, 2, 3])
    clock.advance(by: .seconds(4))
    #expect(attempts.all == [1, 2, 3, 4])
    #expect(future.currentError == .first)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func thePredicateDecidesAndSeesErrorAndAttempt() {
    let asked = Log<String>()
    let policy = RetryPolicy(
      attempts: 10,
      shouldRetry: { error, attempt in
        asked.add("\(error) \(attempt)")
        return error as? TestError != .second
      }
    )
    let errors: [TestError] = [.first, .second, .third]
    let future = Future<Int, TestError>.retry(policy) {
      Future(error: errors[RetryPolicy.currentAttempt - 1])
    }
    #expect(future.currentError == .second)
    #expect(asked.all == ["first 1", "second 2"])
  }

  @Test func aCancelledAttemptIsFinal() {
    let attempts = Counter()
    let future = Future<Int, StoppableError>.retry(RetryPolicy(attempts: 10)) {
      attempts.add()
      return Future(error: .stopped)
    }
    #expect(future.currentError == .stopped)
    #expect(attempts.value == 1)
  }

  @Test func aBrokenPromiseIsTriedAgain() {
    let future = Future<Int, any Error>.retry(RetryPolicy(attempts: 2)) {
      let attempt = RetryPolicy.currentAttempt
      return attempt == 1 ? Promise<Int, any Error>().future : Future(value: attempt)
    }
    #expect(future.currentValue == 2)
  }

  @Test func cancellingTheTokenDuringAPauseRemovesTheTimer() {
    let source = CancellationSource()
    let attempts = Counter()
    let policy = RetryPolicy(attempts: 10, backoff: .constant(.seconds(1)))
    let future = Future<Int, any Error>
      .retry(policy, clock: clock, cancellation: source.token) {
        attempts.add()
        return Future(error: TestError.first)
      }
    clock.advance(by: .seconds(1))
    #expect(attempts.value == 2)
    #expect(clock.pendingTimers.count == 1)
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(10))
    #expect(attempts.value == 2)
  }

  @Test func cancellingTheTokenDuringAnAttemptStartsNoOther() {
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let attempts = Counter()
    let future = Future<Int, any Error>
      .retry(RetryPolicy(attempts: 10), cancellation: source.token) {
        attempts.add()
        return promise.future
      }
    source.cancel()
    #expect(future.currentError is CancellationError)
    promise.fail(TestError.first)
    #expect(attempts.value == 1)
  }

  @Test func aTokenThatWasCancelledBeforeStartsNothing() {
    let source = CancellationSource()
    source.cancel()
    let attempts = Counter()
    let future = Future<Int, any Error>.retry(cancellation: source.token) {
      Future(value: attempts.add())
    }
    #expect(future.currentError is CancellationError)
    #expect(attempts.value == 0)
  }

  @Test func cancellingTheResultDuringAPauseRemovesTheTimer() {
    let policy = RetryPolicy(attempts: 10, backoff: .constant(.seconds(1)))
    let future = Future<Int, any Error>.retry(policy, clock: clock) {
      Future(error: TestError.first)
    }
    #expect(clock.pendingTimers.count == 1)
    #expect(future.cancel())
    #expect(clock.pendingTimers.isEmpty)
  }

  // MARK: What happens while a timer is being made

  private let pauses = RetryPolicy(attempts: 10, backoff: .constant(.seconds(1)))

  @Test func aTimerThatFiresWhileItIsBeingMadeDoesNotReplaceThatOfTheNextAttempt() {
    let interrupted = InterruptedClock()
    let attempts = Log<Int>()
    interrupted.interruption.value = { interrupted.base.advance(by: .seconds(1)) }
    let future = Future<Int, any Error>.retry(pauses, clock: interrupted) {
      attempts.add(RetryPolicy.currentAttempt)
      return Future(error: TestError.first)
    }
    #expect(attempts.all == [1, 2])
    #expect(interrupted.base.pendingTimers.count == 1)
    #expect(future.cancel())
    #expect(interrupted.base.pendingTimers.isEmpty)
  }

  @Test func aTimerDoesNotOutliveARetryThatIsCancelledWhileItIsBeingMade() {
    let interrupted = InterruptedClock()
    let first = Promise<Int, any Error>()
    let attempts = Log<Int>()
    let future = Future<Int, any Error>.retry(pauses, clock: interrupted) {
      attempts.add(RetryPolicy.currentAttempt)
      return first.future
    }
    interrupted.interruption.value = { future.cancel() }
    first.fail(TestError.first)
    #expect(future.currentError is CancellationError)
    #expect(interrupted.base.pendingTimers.isEmpty)
    interrupted.base.advance(by: .seconds(1))
    #expect(attempts.all == [1])
  }

  @Test func manyAttemptsThatFailAtOnceTakeConstantStack() {
    let future = Future<Int, TestError>.retry(RetryPolicy(attempts: 100_000)) {
      let attempt = RetryPolicy.currentAttempt
      return attempt < 100_000 ? Future(error: .first) : Future(value: attempt)
    }
    #expect(future.currentValue == 100_000)
  }
}
