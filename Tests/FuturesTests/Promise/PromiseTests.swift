import Futures
import Testing
import TestSupport

@Suite struct PromiseTests {
  @Test func succeedSettlesTheFutureWithAValue() {
    let promise = Promise<Int, TestError>()
    #expect(promise.succeed(1))
    #expect(promise.future.currentResult == .success(1))
  }

  @Test func failSettlesTheFutureWithAnError() {
    let promise = Promise<Int, TestError>()
    #expect(promise.fail(.second))
    #expect(promise.future.currentResult == .failure(.second))
  }

  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.first)])
  func completeSettlesTheFutureWithAResult(_ result: Result<Int, TestError>) {
    let promise = Promise<Int, TestError>()
    #expect(promise.complete(result))
    #expect(promise.future.currentResult == result)
  }

  @Test func succeedNeedsNoArgumentForVoid() {
    let promise = Promise<Void, TestError>()
    #expect(promise.succeed())
    #expect(promise.future.currentValue != nil)
    #expect(!promise.succeed())
  }

  @Test func theFirstCompletionWinsAndLosersSaySo() {
    let promise = Promise<Int, TestError>()
    #expect(promise.succeed(1))
    #expect(!promise.succeed(2))
    #expect(!promise.fail(.first))
    #expect(!promise.complete(.success(3)))
    #expect(!promise.complete(.failure(.second)))
    #expect(!promise.complete(with: Future(value: 4)))
    #expect(promise.future.currentResult == .success(1))
  }

  @Test func aFailureWinsLikeAValue() {
    let promise = Promise<Int, any Error>()
    #expect(promise.fail(TestError.first))
    #expect(!promise.succeed(2))
    #expect(!promise.cancel())
    #expect(promise.future.currentError as? TestError == .first)
  }

  @Test func observersHaveRunWhenAWinningCallReturns() {
    let promise = Promise<Int, TestError>()
    let log = Log<String>()
    promise.future.map { $0 + 1 }.onSuccess { log.add("observer \($0)") }
    promise.succeed(1)
    log.add("after")
    #expect(log.all == ["observer 2", "after"])
  }

  @Test func aLoserRunsNoObserverAgain() {
    let promise = Promise<Int, TestError>()
    let log = Log<Int?>()
    promise.future.onComplete { log.add(try? $0.get()) }
    promise.succeed(1)
    promise.fail(.first)
    promise.succeed(2)
    #expect(log.all == [1])
  }

  @Test func completingInsideAnObserverLoses() {
    let promise = Promise<Int, TestError>()
    let won = Log<Bool>()
    promise.future.onSuccess { _ in won.add(promise.succeed(2)) }
    promise.succeed(1)
    #expect(won.all == [false])
    #expect(promise.future.currentValue == 1)
  }

  @Test func copiesCompleteTheSameFuture() {
    let promise = Promise<Int, TestError>()
    let copy = promise
    #expect(copy.succeed(3))
    #expect(!promise.succeed(4))
    #expect(promise.future.currentValue == 3)
  }

  @Test func theLosersArgumentIsReleased() {
    let promise = Promise<Tracked, TestError>()
    promise.succeed(Tracked())
    var late: Tracked? = Tracked()
    let reference = WeakReference(late!)
    promise.succeed(late!)
    late = nil
    #expect(reference.isGone)
  }

  @Test func deeplyNestedCompletionsAllRunBeforeTheOutermostReturns() {
    // This is far beyond the depth at which inline callbacks are deferred.
    let promises = (0...500).map { _ in Promise<Int, TestError>() }
    for index in 0..<500 {
      promises[index].future.onSuccess { promises[index + 1].succeed($0 + 1) }
    }
    promises[0].succeed(0)
    #expect(promises[500].future.currentValue == 500)
  }
}
