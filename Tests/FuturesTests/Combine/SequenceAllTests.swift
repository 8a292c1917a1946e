import Futures
import Testing
import TestSupport

@Suite struct SequenceAllTests {
  private func promises(_ count: Int) -> [Promise<Int, TestError>] {
    (0..<count).map { _ in Promise() }
  }

  // MARK: Values

  @Test(arguments: [AllPolicy.failFast, .waitForAll])
  func allCollectsValuesInInputOrder(_ policy: AllPolicy) {
    let promises = promises(3)
    let all = promises.map(\.future).all(policy)
    promises[2].succeed(2)
    promises[0].succeed(0)
    #expect(!all.isSettled)
    promises[1].succeed(1)
    #expect(all.currentValue == [0, 1, 2])
  }

  @Test func sequenceCollectsValuesInInputOrder() {
    let promises = promises(3)
    let values = promises.map(\.future).all(.failInOrder)
    promises[1].succeed(1)
    promises[2].succeed(2)
    #expect(!values.isSettled)
    promises[0].succeed(0)
    #expect(values.currentValue == [0, 1, 2])
  }

  @Test func allSettledCollectsOutcomesInInputOrder() {
    let promises = promises(3)
    let outcomes = promises.map(\.future).allSettled()
    promises[2].fail(.third)
    promises[0].succeed(0)
    #expect(!outcomes.isSettled)
    promises[1].fail(.second)
    #expect(outcomes.currentValue == [.success(0), .failure(.second), .failure(.third)])
  }

  @Test func noFuturesGiveAnEmptyArrayAtOnce() {
    let none: [Future<Int, TestError>] = []
    #expect(none.all().currentValue == [])
    #expect(none.all(.waitForAll).currentValue == [])
    #expect(none.all(.failInOrder).currentValue == [])
    #expect(none.allSettled().currentValue == [])
  }

  @Test func aSingleFutureGivesAnArrayOfOne() {
    #expect([Future<Int, TestError>(value: 1)].all().currentValue == [1])
    #expect([Future<Int, TestError>(value: 1)].all(.failInOrder).currentValue == [1])
    #expect([Future<Int, TestError>(value: 1)].allSettled().currentValue == [.success(1)])
  }

  @Test func theSameFutureMayOccurTwice() {
    let promise = Promise<Int, TestError>()
    let twice = [promise.future, Future(value: 5), promise.future]
    let results = [twice.all(), twice.all(.waitForAll), twice.all(.failInOrder)]
    let outcomes = twice.allSettled()
    promise.succeed(1)
    #expect(results.map(\.currentValue) == [[1, 5, 1], [1, 5, 1], [1, 5, 1]])
    #expect(outcomes.currentValue == [.success(1), .success(5), .success(1)])
  }

  @Test func lazySequencesAreFine() {
    let futures = (0..<4).lazy.map { Future<Int, TestError>(value: $0) }
    #expect(futures.all().currentValue == [0, 1, 2, 3])
  }

  @Test func manyFuturesAreCollected() {
    let promises = promises(10_000)
    let all = promises.map(\.future).all()
    for (index, promise) in promises.enumerated().reversed() { promise.succeed(index) }
    #expect(all.currentValue == Array(0..<10_000))
  }

  // MARK: Failures

  @Test func failFastFailsWithTheFirstFailureInTime() {
    let promises = promises(3)
    let all = promises.map(\.future).all(.failFast)
    promises[2].fail(.third)
    #expect(all.currentError == .third)
    promises[0].fail(.first)
    promises[1].succeed(1)
    #expect(all.currentError == .third)
  }

  @Test func allFailsFastIfYouDoNotSay() {
    let promises = promises(2)
    let all = promises.map(\.future).all()
    promises[1].fail(.second)
    #expect(all.currentError == .second)
    promises[0].succeed(0)
  }

  @Test func sequenceFailsWithTheFirstFailureInInputOrder() {
    let promises = promises(3)
    let values = promises.map(\.future).all(.failInOrder)
    promises[2].fail(.third)
    promises[1].fail(.second)
    #expect(!values.isSettled)
    promises[0].succeed(0)
    #expect(values.currentError == .second)
  }

  @Test func sequenceFailsWhileLaterFuturesArePending() {
    let promises = promises(2)
    let values = promises.map(\.future).all(.failInOrder)
    promises[0].fail(.first)
    #expect(values.currentError == .first)
    promises[1].succeed(1)
  }

  @Test func waitForAllSettlesLast() {
    let promises = promises(3)
    let all = promises.map(\.future).all(.waitForAll)
    promises[2].fail(.third)
    promises[1].fail(.second)
    #expect(!all.isSettled)
    promises[0].succeed(0)
    #expect(all.currentError == .second)
  }

  @Test func waitForAllPrefersErrorsToCancellations() {
    let promises = (0..<4).map { _ in Promise<Int, StoppableError>() }
    let all = promises.map(\.future).all(.waitForAll)
    promises[0].cancel()
    promises[1].succeed(1)
    promises[3].fail(.alsoFailed)
    promises[2].fail(.failed)
    #expect(all.currentError == .failed)
  }

  @Test func waitForAllPrefersErrorsToCancellationsUnderAnyError() {
    let promises = (0..<2).map { _ in Promise<Int, any Error>() }
    let all = promises.map(\.future).all(.waitForAll)
    promises[0].cancel()
    promises[1].fail(TestError.second)
    #expect(all.currentError as? TestError == .second)
  }

  @Test func waitForAllIsCancelledIfNothingWorseHappened() {
    let promises = (0..<2).map { _ in Promise<Int, StoppableError>() }
    let all = promises.map(\.future).all(.waitForAll)
    promises[1].cancel()
    #expect(!all.isSettled)
    promises[0].succeed(1)
    #expect(all.currentError == .stopped)
  }

  @Test func failFastDoesNotTellErrorsFromCancellations() {
    let promises = (0..<2).map { _ in Promise<Int, StoppableError>() }
    let all = promises.map(\.future).all(.failFast)
    promises[1].cancel()
    #expect(all.currentError == .stopped)
    promises[0].fail(.failed)
    #expect(all.currentError == .stopped)
  }

  @Test func largeErrorsComeBackWhole() {
    struct Large: Error, Equatable { var a = "a", b = "b", c = [1, 2, 3] }
    let promises = (0..<2).map { _ in Promise<Int, Large>() }
    let all = promises.map(\.future).all(.waitForAll)
    let outcomes = promises.map(\.future).allSettled()
    promises[0].succeed(1)
    promises[1].fail(Large(c: [4]))
    #expect(all.currentError == Large(c: [4]))
    #expect(outcomes.currentValue == [.success(1), .failure(Large(c: [4]))])
  }

  // MARK: Shared inputs

  @Test func cancellingTheResultLeavesTheInputsAlone() {
    let promise = Promise<Int, any Error>()
    let all = [promise.future].all()
    #expect(all.cancel())
    #expect(!promise.future.isSettled)
    promise.succeed(1)
    #expect(all.currentError is CancellationError)
  }

  @Test func aDroppedPromiseFailsTheCollection() {
    let pending = Promise<Int, any Error>()
    let all: Future<[Int], any Error>
    do {
      let dropped = Promise<Int, any Error>()
      all = [pending.future, dropped.future].all()
    }
    #expect(all.currentError is BrokenPromise)
    pending.succeed(1)
  }

  @Test func aFutureThatGoesAwayFailsTheCollectionInItsPlace() {
    let all: Future<[Int], any Error>
    do {
      // The promise waits for a future that is never completed, and both are released.
      let bound = Promise<Int, any Error>()
      bound.complete(with: .never)
      all = [Future(value: 1), bound.future].all(.failInOrder)
    }
    #expect(all.currentError is BrokenPromise)
  }

  @Test func everyInputKeepsItsPlaceWhereverItWaits() {
    let promises = promises(3)
    let derived = promises[1].future.map { $0 * 10 }
    let inputs = [promises[0].future, derived, promises[0].future, derived, promises[2].future]
    promises[2].succeed(3)
    let (first, second) = (inputs.all(), inputs.all(.waitForAll))
    let outcomes = inputs.allSettled()
    promises[1].succeed(2)
    promises[0].succeed(1)
    #expect(first.currentValue == [1, 20, 1, 20, 3])
    #expect(second.currentValue == [1, 20, 1, 20, 3])
    #expect(outcomes.currentValue == [1, 20, 1, 20, 3].map { .success($0) })
  }
}
