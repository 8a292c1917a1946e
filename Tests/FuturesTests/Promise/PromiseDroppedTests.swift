import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct PromiseDroppedTests {
  private func abandoned<Failure: Error>(_: Failure.Type) -> Future<Int, Failure> {
    Promise<Int, Failure>().future
  }

  @Test func droppingAPendingPromiseFailsItsFuture() {
    let future = abandoned((any Error).self)
    #expect(future.currentError is BrokenPromise)
    #expect(future.isSettled)
  }

  @Test func theErrorSaysWhatToDo() throws {
    let error = try #require(abandoned((any Error).self).currentError)
    #expect("\(error)".contains("dropped before it was completed"))
  }

  @Test func brokenPromiseItselfIsAnErrorType() {
    #expect(abandoned(BrokenPromise.self).currentError != nil)
  }

  @Test func anErrorTypeMayHaveACaseForIt() {
    #expect(abandoned(BreakableError.self).currentError == .broken)
  }

  @Test func cancellationStandsInWhereThereIsNoCaseForIt() {
    #expect(abandoned(StoppableError.self).currentError == .stopped)
  }

  @Test func theFutureStaysPendingWhereTheErrorTypeCannotHoldIt() {
    let future = abandoned(TestError.self)
    #expect(!future.isSettled)
    #expect(future.currentResult == nil)
    #expect("\(future)".contains("pending"))
  }

  @Test func whatIsDerivedUnderAnotherErrorTypeIsTold() {
    let typed = Promise<Int, TestError>?.some(Promise())
    var promise = typed
    let derived = promise!.future.eraseFailure()
    #expect(!derived.isSettled)
    _ = consume typed
    promise = nil
    #expect(derived.currentError is BrokenPromise)
  }

  @Test func observersHearOfIt() {
    let seen = Log<Bool>()
    var promise: Promise<Int, any Error>? = Promise()
    promise?.future.map { $0 + 1 }.onFailure { seen.add($0 is BrokenPromise) }
    promise = nil
    #expect(seen.all == [true])
  }

  @Test func aCopyKeepsTheFuturePending() {
    var promise: Promise<Int, any Error>? = Promise()
    let copy = promise!
    let future = copy.future
    promise = nil
    #expect(!future.isSettled)
    copy.succeed(1)
    #expect(future.currentValue == 1)
  }

  @Test func theFutureDoesNotKeepThePromiseAlive() {
    var promise: Promise<Int, any Error>? = Promise()
    let handles = (0..<3).map { _ in promise!.future }
    promise = nil
    #expect(handles.allSatisfy { $0.currentError is BrokenPromise })
  }

  @Test func droppingACompletedPromiseChangesNothing() {
    var promise: Promise<Int, any Error>? = Promise()
    let future = promise!.future
    promise?.succeed(3)
    promise = nil
    #expect(future.currentValue == 3)
  }

  // MARK: What becomes of a future whose error type cannot say that there will be no outcome

  @Test func noClosureRunsForAnOutcomeThatNeverComes() {
    let calls = Counter()
    let future = abandoned(TestError.self)
    let derived: [Future<Int, TestError>] = [
      future.map { _ in calls.add() },
      future.flatMap { _ in Future(value: calls.add()) },
      future.mapResult(on: .inline) { _ throws(TestError) -> Int in calls.add() },
      future.recover { _ in calls.add() }.setFailureType(to: TestError.self),
    ]
    future.onComplete { _ in calls.add() }
    future.onFailure { _ in calls.add() }
    #expect(derived.allSatisfy { !$0.isSettled })
    let adopted = future.flatMapResult(on: .inline) { _ in
      Future<Int, OtherError>(value: calls.add())
    }
    #expect(!adopted.isSettled)
    #expect(calls.value == 0)
  }

  @Test func aCollectionOfItStaysPending() {
    let futures = [Future<Int, TestError>(value: 1), abandoned(TestError.self)]
    #expect(!futures.all().isSettled)
    #expect(!futures.all(.waitForAll).isSettled)
    #expect(!futures.all(.failInOrder).isSettled)
    #expect(!futures.allSettled().isSettled)
    #expect(!zip(futures[0], futures[1]).isSettled)
  }

  @Test func aCollectionOfItStillFailsWhereThatIsKnown() {
    let futures = [abandoned(TestError.self), Future<Int, TestError>(error: .second)]
    #expect(futures.all().currentError == .second)
  }

  @Test func itLosesARaceAgainstOneThatSettles() {
    let promise = Promise<Int, TestError>()
    let before = [abandoned(TestError.self), promise.future].firstCompleted()
    let success = [abandoned(TestError.self), promise.future].firstSuccess()
    promise.succeed(1)
    #expect(before.currentValue == 1)
    #expect(success.currentValue == 1)
  }

  @Test func itTimesOut() {
    let clock = ManualClock()
    let late = abandoned(TestError.self).timeout(.seconds(1), clock: clock, orFail: .third)
    clock.advance(by: .seconds(1))
    #expect(late.currentError == .third)
  }

  @Test func aTimeOutStillFiresWhenThePromiseIsDroppedMeanwhile() {
    let clock = ManualClock()
    let late: Future<Int, TestError>
    do {
      let promise = Promise<Int, TestError>()
      late = promise.future.timeout(.seconds(1), clock: clock, orFail: .third)
    }
    #expect(!late.isSettled)
    clock.advance(by: .seconds(1))
    #expect(late.currentError == .third)
  }

  @Test func aBlockingWaitForItTimesOut() {
    #expect(abandoned(TestError.self).wait(timeout: .milliseconds(1)) == nil)
  }

  @Test func aCancellableFutureMadeOfItIsTold() {
    let typed = abandoned(TestError.self)
    let error = typed.mapError { _ in StoppableError.failed }.currentError
    #expect(error == .stopped)
    let erased = typed.flatMap { value throws -> Future<Int, TestError> in
      Future(value: value)
    }
    #expect(erased.currentError is BrokenPromise)
    #expect(
      typed.flatMapError { _ -> Future<Int, Never> in throw TestError.first }.currentError
        is BrokenPromise
    )
    let breakable = typed.mapError { _ in BreakableError.failed }.currentError
    #expect(breakable == .broken)
  }
}
