import Futures
import Testing
import TestSupport

@Suite struct PromiseCancelTests {
  @Test func cancelCompletesWithACancellationError() {
    let promise = Promise<Int, any Error>()
    #expect(promise.cancel())
    #expect(promise.future.currentError is CancellationError)
    #expect(!promise.cancel())
    #expect(!promise.succeed(1))
  }

  @Test func cancelUsesTheCaseOfTheErrorType() {
    let promise = Promise<Int, StoppableError>()
    #expect(promise.cancel())
    #expect(promise.future.currentError == .stopped)
  }

  @Test func onCancelRunsInsideTheCallThatCancelsTheFuture() {
    let promise = Promise<Int, any Error>()
    let log = Log<String>()
    promise.onCancel { log.add("stop") }
    promise.future.cancel()
    log.add("after")
    #expect(log.all == ["stop", "after"])
  }

  @Test func onCancelRunsWhoeverCancels() {
    let calls = Counter()
    let byPromise = Promise<Int, StoppableError>()
    byPromise.onCancel { calls.add() }
    byPromise.cancel()
    #expect(calls.value == 1)
    let byError = Promise<Int, StoppableError>()
    byError.onCancel { calls.add() }
    byError.fail(.stopped)
    #expect(calls.value == 2)
  }

  @Test func onCancelDoesNotRunForAnyOtherOutcome() {
    let calls = Counter()
    for outcome in [Result<Int, StoppableError>.success(1), .failure(.failed)] {
      let promise = Promise<Int, StoppableError>()
      promise.onCancel { calls.add() }
      promise.complete(outcome)
    }
    #expect(calls.value == 0)
  }

  @Test func onCancelDoesNotRunWhenThePromiseIsDropped() {
    let calls = Counter()
    do {
      let promise = Promise<Int, any Error>()
      promise.onCancel { calls.add() }
    }
    #expect(calls.value == 0)
  }

  @Test func onCancelRunsAtOnceIfTheFutureWasCancelled() {
    let promise = Promise<Int, any Error>()
    promise.cancel()
    let calls = Counter()
    promise.onCancel { calls.add() }
    #expect(calls.value == 1)
  }

  @Test func severalHandlersRunInOrder() {
    let promise = Promise<Int, any Error>()
    let log = Log<Int>()
    promise.onCancel { log.add(1) }
    promise.onCancel { log.add(2) }
    promise.future.cancel()
    promise.future.cancel()
    #expect(log.all == [1, 2])
  }

  @Test func cancellingADerivedFutureDoesNotRunTheHandler() {
    let promise = Promise<Int, any Error>()
    let calls = Counter()
    promise.onCancel { calls.add() }
    promise.future.map { $0 }.cancel()
    #expect(calls.value == 0)
    promise.succeed(1)
    #expect(calls.value == 0)
  }

  @Test(arguments: [Result<Int, StoppableError>.success(1), .failure(.failed), .failure(.stopped)])
  func theHandlerIsReleasedWhenTheFutureSettles(_ outcome: Result<Int, StoppableError>) {
    let promise = Promise<Int, StoppableError>()
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      promise.onCancel { tracked.touch() }
    }
    #expect(!reference.isGone)
    promise.complete(outcome)
    #expect(reference.isGone)
  }
}
