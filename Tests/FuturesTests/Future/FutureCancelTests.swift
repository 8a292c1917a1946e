import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureCancelTests {
  @Test func cancellingSettlesTheFutureAtOnce() {
    let promise = Promise<Int, any Error>()
    #expect(promise.future.cancel())
    #expect(promise.future.currentError is CancellationError)
  }

  @Test func anErrorTypeMayHaveACaseForCancellation() {
    let promise = Promise<Int, StoppableError>()
    #expect(promise.future.cancel())
    #expect(promise.future.currentError == .stopped)
  }

  @Test func cancellationErrorIsItsOwnCase() {
    let future = Future<Int, CancellationError>.never
    #expect(future.cancel())
    #expect(future.currentError != nil)
  }

  @Test func cancellingASettledFutureChangesNothing() {
    let future = Future<Int, any Error>(value: 1)
    #expect(!future.cancel())
    #expect(future.currentValue == 1)
  }

  @Test func cancellingTwiceWinsOnce() {
    let future = Future<Int, StoppableError>.never
    #expect(future.cancel())
    #expect(!future.cancel())
  }

  @Test func observersHearOfTheCancellationBeforeTheCallReturns() {
    let future = Future<Int, StoppableError>.never
    let seen = Log<String>()
    future.onSettled { seen.add("cancelled") }
    future.cancel()
    #expect(seen.all == ["cancelled"])
  }

  @Test func cancellationPassesDownTheChain() {
    let promise = Promise<Int, StoppableError>()
    let end = promise.future.map { $0 + 1 }.flatMap { Future(value: $0) }
    promise.future.cancel()
    #expect(end.currentError == .stopped)
  }

  @Test func cancellingADerivedFutureLeavesTheUpstreamOneAndItsSiblingsAlone() {
    let promise = Promise<Int, any Error>()
    let calls = Counter()
    let cancelled = promise.future.map { _ in calls.add() }
    let sibling = promise.future.map { $0 + 1 }
    #expect(cancelled.cancel())
    #expect(!promise.future.isSettled)
    #expect(!sibling.isSettled)
    promise.succeed(1)
    #expect(sibling.currentValue == 2)
    #expect(cancelled.currentError is CancellationError)
    #expect(calls.value == 0)
  }

  @Test func cancellingAFutureWhoseClosureIsOnItsWayKeepsTheClosureFromRunning() {
    let manual = ManualContext()
    let calls = Counter()
    let promise = Promise<Int, any Error>()
    let cancelled = promise.future.on(manual.context).map { _ in calls.add() }
    promise.succeed(1)
    #expect(manual.pendingCount == 1)
    #expect(cancelled.cancel())
    manual.runAll()
    #expect(calls.value == 0)
    #expect(cancelled.currentError is CancellationError)
  }

  @Test func aPromiseLosesToACancellation() {
    let promise = Promise<Int, any Error>()
    promise.future.cancel()
    #expect(!promise.succeed(1))
    #expect(promise.future.currentError is CancellationError)
  }
}
