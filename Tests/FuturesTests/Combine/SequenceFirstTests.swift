import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FirstCompletedTests {
  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.second)])
  func takesOverTheFirstOutcomeInTime(_ outcome: Result<Int, TestError>) {
    let promises = (0..<3).map { _ in Promise<Int, TestError>() }
    let first = promises.map(\.future).firstCompleted()
    #expect(!first.isSettled)
    promises[1].complete(outcome)
    promises[0].succeed(9)
    #expect(first.currentResult == outcome)
    #expect(!promises[2].future.isSettled)
  }

  @Test func prefersTheEarlierOfTwoThatHaveSettled() {
    let first = [Future<Int, TestError>(value: 1), Future(value: 2)].firstCompleted()
    #expect(first.currentValue == 1)
  }

  @Test func noFuturesNeverSettle() {
    #expect(![Future<Int, any Error>]().firstCompleted().isSettled)
  }

  @Test func theSameFutureMayOccurTwice() {
    let promise = Promise<Int, TestError>()
    let first = [promise.future, promise.future].firstCompleted()
    promise.succeed(1)
    #expect(first.currentValue == 1)
  }

  @Test func leavesTheLosersAlone() {
    let promises = (0..<2).map { _ in Promise<Int, any Error>() }
    let first = promises.map(\.future).firstCompleted()
    promises[0].succeed(1)
    #expect(first.currentValue == 1)
    #expect(!promises[1].future.isSettled)
    #expect(promises[1].succeed(2))
  }

  @Test func cancelsTheLosersOnRequest() {
    let promises = (0..<3).map { _ in Promise<Int, any Error>() }
    let stopped = Log<Int>()
    for (index, promise) in promises.enumerated() { promise.onCancel { stopped.add(index) } }
    let first = promises.map(\.future).firstCompleted(cancelsLosers: true)
    promises[1].succeed(1)
    #expect(first.currentValue == 1)
    #expect(promises[0].future.currentError is CancellationError)
    #expect(promises[1].future.currentValue == 1)
    #expect(promises[2].future.currentError is CancellationError)
    #expect(stopped.all == [0, 2])
  }

  @Test func cancelsTheLosersOfAFailure() {
    let promises = (0..<2).map { _ in Promise<Int, StoppableError>() }
    let first = promises.map(\.future).firstCompleted(cancelsLosers: true)
    promises[0].fail(.failed)
    #expect(first.currentError == .failed)
    #expect(promises[1].future.currentError == .stopped)
  }

  @Test func losersThatCannotHoldCancellationGoOn() {
    let promises = (0..<2).map { _ in Promise<Int, TestError>() }
    let first = promises.map(\.future).firstCompleted(cancelsLosers: true)
    promises[0].succeed(1)
    #expect(first.currentValue == 1)
    #expect(!promises[1].future.isSettled)
    promises[1].succeed(2)
    #expect(promises[1].future.currentValue == 2)
  }

  @Test func cancellingTheResultCancelsNobodyUnlessAsked() {
    let promise = Promise<Int, any Error>()
    let first = [promise.future].firstCompleted()
    first.cancel()
    #expect(!promise.future.isSettled)
    promise.succeed(1)
    #expect(first.currentError is CancellationError)
  }

  @Test func racingAgainstAFutureThatLivesForLongLeavesNothingBehindOnIt() {
    let forever = Promise<Tracked, TestError>()
    let references = (0..<100).map { _ in
      let short = Promise<Tracked, TestError>()
      let tracked = Tracked()
      let observer = Tracked()
      let first = [forever.future, short.future].firstCompleted()
      first.onSuccess { _ in observer.touch() }
      short.succeed(tracked)
      #expect(first.currentValue === tracked)
      return (WeakReference(tracked), WeakReference(observer))
    }
    #expect(references.allSatisfy { $0.isGone && $1.isGone })
    #expect(!forever.future.isSettled)
    forever.succeed(Tracked())
  }
}

@Suite struct FirstSuccessTests {
  @Test func takesTheFirstSuccessInTime() {
    let promises = (0..<3).map { _ in Promise<Int, TestError>() }
    let first = promises.map(\.future).firstSuccess()
    promises[0].fail(.first)
    #expect(!first.isSettled)
    promises[2].succeed(2)
    promises[1].succeed(1)
    #expect(first.currentValue == 2)
  }

  @Test func failsWithAllErrorsInInputOrder() {
    let promises = (0..<3).map { _ in Promise<Int, TestError>() }
    let first = promises.map(\.future).firstSuccess()
    promises[2].fail(.third)
    promises[0].fail(.first)
    #expect(!first.isSettled)
    promises[1].fail(.second)
    #expect(first.currentError?.errors == [.first, .second, .third])
    #expect(first.currentError == AggregateError([.first, .second, .third]))
  }

  @Test func cancellationsAreAmongTheErrors() {
    let promises = (0..<2).map { _ in Promise<Int, StoppableError>() }
    let first = promises.map(\.future).firstSuccess()
    promises[0].cancel()
    promises[1].fail(.failed)
    #expect(first.currentError?.errors == [.stopped, .failed])
  }

  @Test func noFuturesFailAtOnceWithoutErrors() {
    let first = [Future<Int, TestError>]().firstSuccess()
    #expect(first.currentError?.errors == [])
  }

  @Test func theSameFutureMayOccurTwice() {
    let promise = Promise<Int, TestError>()
    let first = [promise.future, promise.future].firstSuccess()
    promise.fail(.second)
    #expect(first.currentError?.errors == [.second, .second])
  }

  @Test func theErrorListsAllErrors() {
    #expect("\(AggregateError([TestError.first, .third]))" == "2 failed:\n- first\n- third")
    #expect(!"\(AggregateError<TestError>([]))".isEmpty)
  }
}

#if canImport(Glibc)
/// In a process of their own, which an overflow of the stack ends.
@Suite(.serialized) struct NestedFailureTests {
  @Test func failuresOfFailuresAreReleasedInConstantStack() async {
    await #expect(processExitsWith: .success) {
      onSmallStack(kilobytes: 256) {
        var failed = Future<Int, any Error>(error: TestError.first)
        for _ in 0..<10_000 {
          failed = [failed].firstSuccess().eraseFailure()
          failed.ignoringFailure()
        }
        #expect((failed.currentError as? AggregateError<any Error>)?.errors.count == 1)
      }
    }
  }

  @Test func soAreErrorsThatAreNestedByHand() async {
    await #expect(processExitsWith: .success) {
      onSmallStack(kilobytes: 256) {
        var error: any Error = TestError.first
        for _ in 0..<10_000 { error = AggregateError<any Error>([TestError.second, error]) }
        #expect((error as? AggregateError<any Error>)?.errors.count == 2)
      }
    }
  }
}
#endif

@Suite struct FirstWhereTests {
  @Test func findsTheFirstMatchInInputOrder() {
    let promises = (0..<3).map { _ in Promise<Int, TestError>() }
    let found = promises.map(\.future).firstValue(orElse: .first) { $0 > 10 }
    promises[2].succeed(30)
    promises[1].succeed(20)
    #expect(!found.isSettled)
    promises[0].succeed(1)
    #expect(found.currentValue == 20)
  }

  @Test func doesNotWaitForFuturesBehindTheMatch() {
    let promises = (0..<3).map { _ in Promise<Int, TestError>() }
    let looked = Log<Int>()
    let found = promises.map(\.future).firstValue(orElse: .first) { value in
      looked.add(value)
      return value > 10
    }
    promises[0].succeed(1)
    promises[1].succeed(20)
    #expect(found.currentValue == 20)
    promises[2].succeed(30)
    #expect(looked.all == [1, 20])
  }

  @Test func failsWithTheGivenErrorIfThereIsNoMatch() {
    let futures = [1, 2].map { Future<Int, TestError>(value: $0) }
    #expect(futures.firstValue(orElse: .third) { $0 > 10 }.currentError == .third)
    #expect(
      [Future<Int, TestError>]().firstValue(orElse: .second) { _ in true }.currentError == .second
    )
  }

  @Test func failsWithNoSuchElementUnderAnyError() {
    let futures = [1, 2].map { Future<Int, any Error>(value: $0) }
    #expect(futures.firstValue { $0 > 10 }.currentError is NoSuchElement)
    #expect(futures.firstValue { $0 > 1 }.currentValue == 2)
    // This is the standard library's method.
    let standard = futures.first { _ in true }
    #expect(type(of: standard) == Future<Int, any Error>?.self)
  }

  @Test func aFailureBeforeTheMatchFailsTheSearch() {
    let promises = (0..<2).map { _ in Promise<Int, TestError>() }
    let found = promises.map(\.future).firstValue(orElse: .third) { $0 > 10 }
    promises[1].succeed(20)
    promises[0].fail(.first)
    #expect(found.currentError == .first)
  }

  @Test func whatTheConditionThrowsFailsTheSearch() {
    let found = [Future<Int, any Error>(value: 1)].firstValue { value in
      if value == 1 { throw TestError.second }
      return true
    }
    #expect(found.currentError as? TestError == .second)
  }

  @Test func theConditionRunsOnTheContext() {
    let manual = ManualContext()
    let found = [1, 20].map { Future<Int, TestError>(value: $0) }
      .firstValue(on: manual.context, orElse: .third) { $0 > 10 }
    #expect(!found.isSettled)
    #expect(manual.runAll() == 2)
    #expect(found.currentValue == 20)
  }

  @Test func cancellingTheTokenCancelsTheSearch() {
    let source = CancellationSource()
    let promises = (0..<2).map { _ in Promise<Int, any Error>() }
    let looked = Counter()
    let found = promises.map(\.future).firstValue(cancellation: source.token) { _ in
      looked.add() > 5
    }
    promises[0].succeed(1)
    source.cancel()
    #expect(found.currentError is CancellationError)
    promises[1].succeed(2)
    #expect(looked.value == 1)
  }

  @Test func aLongSearchTakesConstantStack() {
    let futures = (0..<20_000).map { Future<Int, TestError>(value: $0) }
    #expect(futures.firstValue(orElse: .first) { $0 == 19_999 }.currentValue == 19_999)
  }
}
