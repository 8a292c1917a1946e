import Futures
import Testing
import TestSupport

@Suite struct PromiseCompleteWithTests {
  @Test func takesOverTheOutcomeOfASettledFuture() {
    let promise = Promise<Int, TestError>()
    #expect(promise.complete(with: Future(value: 1)))
    #expect(promise.future.currentValue == 1)
  }

  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.first)])
  func takesOverTheOutcomeWhenItIsThere(_ outcome: Result<Int, TestError>) {
    let other = Promise<Int, TestError>()
    let promise = Promise<Int, TestError>()
    #expect(promise.complete(with: other.future))
    #expect(!promise.future.isSettled)
    other.complete(outcome)
    #expect(promise.future.currentResult == outcome)
  }

  @Test func otherCompletionsLoseFromThenOn() {
    let other = Promise<Int, TestError>()
    let promise = Promise<Int, TestError>()
    #expect(promise.complete(with: other.future))
    #expect(!promise.succeed(2))
    #expect(!promise.fail(.first))
    #expect(!promise.complete(with: Future(value: 3)))
    #expect(!promise.future.isSettled)
    other.succeed(1)
    #expect(promise.future.currentValue == 1)
  }

  @Test func theFutureCanStillBeCancelled() {
    let other = Promise<Int, any Error>()
    let promise = Promise<Int, any Error>()
    promise.complete(with: other.future)
    #expect(promise.future.cancel())
    #expect(promise.future.currentError is CancellationError)
    #expect(!other.future.isSettled)
    other.succeed(1)
    #expect(promise.future.currentError is CancellationError)
  }

  @Test func thePromiseMayBeDroppedAfterwards() {
    let other = Promise<Int, any Error>()
    let future = Future<Int, any Error>.withPromise { $0.complete(with: other.future) }
    #expect(!future.isSettled)
    other.succeed(5)
    #expect(future.currentValue == 5)
  }

  @Test func observersRunInOrderAmongThoseOfTheOtherFuture() {
    let other = Promise<Int, TestError>()
    let promise = Promise<Int, TestError>()
    let log = Log<String>()
    promise.future.onSuccess { _ in log.add("bound") }
    other.future.onSuccess { _ in log.add("before") }
    promise.complete(with: other.future)
    other.future.onSuccess { _ in log.add("after") }
    other.succeed(1)
    #expect(log.all == ["before", "bound", "after"])
  }

  @Test func failsWhenThePromiseOfTheOtherFutureIsDropped() {
    let promise = Promise<Int, any Error>()
    do {
      let other = Promise<Int, any Error>()
      promise.complete(with: other.future)
    }
    #expect(promise.future.currentError is BrokenPromise)
  }

  @Test func completingWithItsOwnFutureFailsInsteadOfWaitingForEver() {
    let promise = Promise<Int, any Error>()
    #expect(promise.complete(with: promise.future))
    #expect(promise.future.currentError is BrokenPromise)
  }

  @Test func completingWithItsOwnFutureLosesAfterACompletion() {
    let promise = Promise<Int, any Error>()
    promise.succeed(1)
    #expect(!promise.complete(with: promise.future))
    #expect(promise.future.currentValue == 1)
  }

  @Test func aLongChainOfBoundPromisesSettles() {
    let promises = (0..<1000).map { _ in Promise<Int, TestError>() }
    for index in 1..<1000 { promises[index].complete(with: promises[index - 1].future) }
    promises[0].succeed(9)
    #expect(promises[999].future.currentValue == 9)
  }
}
