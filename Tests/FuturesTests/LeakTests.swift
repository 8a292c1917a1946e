import Futures
import FuturesTesting
import Testing
import TestSupport

/// Checks that every operation releases what its closure captured, however the future ends.
///
/// The handles of all futures are alive during the checks, so only the end of the future can have
/// released it.
@Suite struct LeakTests {
  private let promise = Promise<Int, any Error>()

  // MARK: Settled

  @Test(arguments: LeakCase.all)
  func releasedWhenItSucceeds(_ operation: LeakCase) {
    let captured = operation.capture(promise.future)
    #expect(!captured.isReleased)
    promise.succeed(1)
    #expect(captured.isReleased)
  }

  @Test(arguments: LeakCase.all)
  func releasedWhenItFails(_ operation: LeakCase) {
    let captured = operation.capture(promise.future)
    promise.fail(TestError.first)
    #expect(captured.isReleased)
  }

  @Test(arguments: LeakCase.all)
  func releasedWhenThePromiseIsDropped(_ operation: LeakCase) {
    var promise: Promise<Int, any Error>? = Promise()
    let captured = operation.capture(promise!.future)
    #expect(!captured.isReleased)
    promise = nil
    #expect(captured.isReleased)
  }

  // MARK: Never settled

  @Test(arguments: LeakCase.all)
  func releasedWhenEverythingIsDroppedUnsettled(_ operation: LeakCase) {
    let reference: WeakReference
    do {
      let future = LeakCase.Input.never
      let captured = operation.capture(future)
      captured.work.value = .never
      reference = captured.reference
      #expect(!captured.isReleased)
      #expect(!future.isSettled)
    }
    #expect(reference.isGone)
  }

  @Test(arguments: [1, 2, 5, 50])
  func observersAreReleasedWithAFutureThatNeverSettles(_ count: Int) {
    var references: [WeakReference] = []
    do {
      let future = Future<Int, any Error>.never
      for _ in 0..<count {
        let tracked = Tracked()
        references.append(WeakReference(tracked))
        future.onComplete { _ in tracked.touch() }
      }
    }
    #expect(references.allSatisfy { $0.isGone })
  }

  // MARK: Cancelled

  @Test(arguments: LeakCase.all)
  func releasedAtOnceWhenTheTokenIsCancelled(_ operation: LeakCase) {
    let source = CancellationSource()
    let captured = operation.capture(promise.future, cancellation: source.token)
    #expect(!captured.isReleased)
    source.cancel()
    #expect(captured.isReleased)
    #expect(!promise.future.isSettled)
    promise.succeed(1)
  }

  @Test(arguments: LeakCase.all)
  func releasedAtOnceWhenTheTokenIsCancelledOnAContext(_ operation: LeakCase) {
    let source = CancellationSource()
    let manual = ManualContext()
    let captured =
      operation
      .capture(promise.future, on: manual.context, cancellation: source.token)
    manual.runAll()
    #expect(!captured.isReleased)
    source.cancel()
    #expect(captured.isReleased)
    #expect(!promise.future.isSettled)
    promise.succeed(1)
  }

  @Test(arguments: LeakCase.all)
  func notKeptIfTheTokenWasCancelledBefore(_ operation: LeakCase) {
    let source = CancellationSource()
    source.cancel()
    let captured = operation.capture(promise.future, cancellation: source.token)
    #expect(captured.isReleased)
    promise.succeed(1)
  }

  // MARK: Invalidated

  @Test(arguments: LeakCase.all)
  func releasedAtOnceWhenTheContextIsInvalidated(_ operation: LeakCase) {
    let validity = InvalidationToken()
    let captured = operation.capture(promise.future, on: validity.validContext)
    #expect(!captured.isReleased)
    validity.invalidate()
    #expect(captured.isReleased)
    #expect(!promise.future.isSettled)
    promise.succeed(1)
  }

  @Test(arguments: LeakCase.all)
  func notKeptIfTheContextWasInvalidatedBefore(_ operation: LeakCase) {
    let validity = InvalidationToken()
    validity.invalidate()
    let captured = operation.capture(promise.future, on: validity.validContext)
    #expect(captured.isReleased)
    promise.succeed(1)
  }
}
