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
    #expect(future.error is BrokenPromise)
    #expect(future.isCompleted)
  }

  @Test func theErrorSaysWhatToDo() throws {
    let error = try #require(abandoned((any Error).self).error)
    #expect("\(error)".contains("dropped before it was completed"))
  }

  @Test func brokenPromiseItselfIsAnErrorType() {
    #expect(abandoned(BrokenPromise.self).error != nil)
  }

  @Test func anErrorTypeMayHaveACaseForIt() {
    #expect(abandoned(BreakableError.self).error == .broken)
  }

  @Test func cancellationStandsInWhereThereIsNoCaseForIt() {
    #expect(abandoned(StoppableError.self).error == .stopped)
  }

  @Test func theFutureStaysPendingWhereTheErrorTypeCannotHoldIt() {
    let future = abandoned(TestError.self)
    #expect(!future.isCompleted)
    #expect(future.result == nil)
    #expect("\(future)".contains("pending"))
  }

  @Test func whatIsDerivedUnderAnotherErrorTypeIsTold() {
    let typed = Promise<Int, TestError>?.some(Promise())
    var promise = typed
    let derived = promise!.future.eraseFailure()
    #expect(!derived.isCompleted)
    _ = consume typed
    promise = nil
    #expect(derived.error is BrokenPromise)
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
    #expect(!future.isCompleted)
    copy.succeed(1)
    #expect(future.value == 1)
  }

  @Test func theFutureDoesNotKeepThePromiseAlive() {
    var promise: Promise<Int, any Error>? = Promise()
    let handles = (0..<3).map { _ in promise!.future }
    promise = nil
    #expect(handles.allSatisfy { $0.error is BrokenPromise })
  }

  @Test func droppingACompletedPromiseChangesNothing() {
    var promise: Promise<Int, any Error>? = Promise()
    let future = promise!.future
    promise?.succeed(3)
    promise = nil
    #expect(future.value == 3)
  }

  // MARK: What becomes of a future whose error type cannot say that there will be no outcome

  @Test func noClosureRunsForAnOutcomeThatNeverComes() {
    let calls = Counter()
    let future = abandoned(TestError.self)
    let derived: [Future<Int, TestError>] = [
      future.map { _ in calls.add() },
      future.flatMap { _ in Future(value: calls.add()) },
      future.andThen { _ in calls.add() },
      future.mapResult { _ throws(TestError) -> Int in calls.add() },
      future.recover { _ in calls.add() }.setFailureType(to: TestError.self),
    ]
    future.onComplete { _ in calls.add() }
    future.onFailure { _ in calls.add() }
    #expect(derived.allSatisfy { !$0.isCompleted })
    let adopted = future.flatMapResult { _ in Future<Int, OtherError>(value: calls.add()) }
    #expect(!adopted.isCompleted)
    #expect(calls.value == 0)
  }

  @Test func aCollectionOfItStaysPending() {
    let futures = [Future<Int, TestError>(value: 1), abandoned(TestError.self)]
    #expect(!futures.all().isCompleted)
    #expect(!futures.all(.waitForAll).isCompleted)
    #expect(!futures.sequence().isCompleted)
    #expect(!futures.allSettled().isCompleted)
    #expect(!zip(futures[0], futures[1]).isCompleted)
  }

  @Test func aCollectionOfItStillFailsWhereThatIsKnown() {
    let futures = [abandoned(TestError.self), Future<Int, TestError>(error: .second)]
    #expect(futures.all().error == .second)
  }

  @Test func itLosesARaceAgainstOneThatSettles() {
    let promise = Promise<Int, TestError>()
    let before = [abandoned(TestError.self), promise.future].firstCompleted()
    let success = [abandoned(TestError.self), promise.future].firstSuccess()
    promise.succeed(1)
    #expect(before.value == 1)
    #expect(success.value == 1)
  }

  @Test func itTimesOut() {
    let clock = ManualClock()
    let late = abandoned(TestError.self).timeout(.seconds(1), clock: clock, orFail: .third)
    clock.advance(by: .seconds(1))
    #expect(late.error == .third)
  }

  @Test func aTimeOutStillFiresWhenThePromiseIsDroppedMeanwhile() {
    let clock = ManualClock()
    let late: Future<Int, TestError>
    do {
      let promise = Promise<Int, TestError>()
      late = promise.future.timeout(.seconds(1), clock: clock, orFail: .third)
    }
    #expect(!late.isCompleted)
    clock.advance(by: .seconds(1))
    #expect(late.error == .third)
  }

  @Test func aBlockingWaitForItTimesOut() {
    #expect(abandoned(TestError.self).wait(timeout: .milliseconds(1)) == nil)
  }

  @Test func aCancellableFutureMadeOfItIsTold() {
    let typed = abandoned(TestError.self)
    let error = typed.mapError { _ in StoppableError.failed }.error
    #expect(error == .stopped)
    let erased = typed.flatMapResult { result -> Future<Int, TestError> in
      Future(value: try result.get())
    }
    #expect(erased.error is BrokenPromise)
    #expect(
      typed.recoverWith { _ -> Future<Int, Never> in throw TestError.first }.error is BrokenPromise
    )
    let breakable = typed.mapError { _ in BreakableError.failed }.error
    #expect(breakable == .broken)
  }
}
