import FuturesTesting
import Testing
import TestSupport

@testable import Futures

@Suite(.serialized) struct InvalidationTokenTests {
  private let validity = InvalidationToken()
  private let promise = Promise<Int, any Error>()

  // MARK: The token

  @Test func aNewTokenIsValid() {
    #expect(!validity.isInvalid)
  }

  @Test func invalidatingTwiceIsHarmless() {
    #expect(validity.invalidate())
    #expect(validity.isInvalid)
    #expect(!validity.invalidate())
    #expect(validity.isInvalid)
  }

  @Test func itsFutureIsCancelledWhenItIsInvalidated() {
    let future = validity.future
    #expect(!future.isSettled)
    validity.invalidate()
    #expect(future.currentError is CancellationError)
    #expect(validity.future.currentError is CancellationError)
  }

  @Test func whoWaitsForItsFutureHearsOfItWithoutAHandle() {
    let calls = Counter()
    validity.future.onSettled { calls.add() }
    validity.future.mapError { _ in TestError.first }.onFailure { _ in calls.add() }
    validity.invalidate()
    #expect(calls.value == 2)
  }

  @Test func itsFutureIsLetGoOfWhenItIsCancelled() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      validity.future.onFailure { _ in tracked.touch() }.cancel()
    }
    #expect(reference.isGone)
  }

  @Test func cancelledFuturesDoNotPileUp() {
    weak var cell: Cell?
    do {
      let future = validity.future
      cell = future.cell
      future.cancel()
    }
    #expect(cell == nil)
  }

  @Test func whoWaitsForItsFutureIsLetGoOfWithTheToken() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      InvalidationToken().future.onFailure { _ in tracked.touch() }
      let validity = InvalidationToken()
      validity.future.on(validity.validContext).onFailure { _ in tracked.touch() }
    }
    #expect(reference.isGone)
  }

  @Test func itsFutureIsPendingForEverOtherwise() {
    let future: Future<Never, any Error>
    do { future = InvalidationToken().future }
    #expect(!future.isSettled)
  }

  @Test func cancellingItsFutureDoesNotInvalidate() {
    #expect(validity.future.cancel())
    #expect(!validity.isInvalid)
    #expect(!validity.future.isSettled)
  }

  @Test func droppingTheTokenDoesNotInvalidate() {
    let context: ExecutionContext
    do { context = InvalidationToken().validContext }
    let calls = Counter()
    promise.future.on(context).onSuccess { _ in calls.add() }
    promise.succeed(1)
    #expect(calls.value == 1)
  }

  @Test func droppingATokenThatInvalidatesOnDeinitDoes() {
    var owner: InvalidationToken? = InvalidationToken(invalidatesOnDeinit: true)
    let calls = Counter()
    let future = owner!.future
    promise.future.on(owner!.validContext).onSuccess { _ in calls.add() }
    owner = nil
    #expect(future.currentError is CancellationError)
    promise.succeed(1)
    #expect(calls.value == 0)
  }

  // MARK: Its context

  @Test func closuresRunWhileTheTokenIsValid() {
    let seen = Log<Int>()
    promise.future.on(validity.validContext).onSuccess { seen.add($0) }
    promise.succeed(3)
    #expect(seen.all == [3])
  }

  @Test func closuresAreDroppedOnceItIsInvalid() {
    let calls = Counter()
    promise.future
      .on(validity.validContext).onSuccess { _ in calls.add() }
      .on(validity.validContext).onComplete { _ in calls.add() }
      .on(validity.validContext).onFailure { _ in calls.add() }
    validity.invalidate()
    promise.succeed(1)
    #expect(calls.value == 0)
  }

  @Test func closuresRegisteredLaterAreDroppedToo() {
    validity.invalidate()
    let calls = Counter()
    Future<Int, Never>(value: 1).on(validity.validContext).onSuccess { _ in calls.add() }
    promise.future.on(validity.validContext).onSuccess { _ in calls.add() }
    promise.succeed(1)
    #expect(calls.value == 0)
  }

  @Test func aTransformThatIsMutedStaysPending() {
    let mapped = promise.future.on(validity.validContext).map { $0 + 1 }
    let further = mapped.map { $0 + 1 }
    validity.invalidate()
    #expect(!mapped.isSettled)
    promise.succeed(1)
    #expect(!mapped.isSettled)
    #expect(!further.isSettled)
  }

  @Test func aMutedFailureStaysPendingToo() {
    let recovered = promise.future.on(validity.validContext).recover { _ in 0 }
    validity.invalidate()
    promise.fail(TestError.first)
    #expect(!recovered.isSettled)
  }

  @Test func othersThatWaitForTheFutureAreNotMuted() {
    let seen = Log<Int>()
    promise.future.on(validity.validContext).onSuccess { _ in seen.add(0) }
    promise.future.onSuccess { seen.add($0) }
    validity.invalidate()
    promise.succeed(5)
    #expect(seen.all == [5])
  }

  @Test func theTokenIsLookedAtRightBeforeTheClosureRuns() {
    let manual = ManualContext()
    let calls = Counter()
    let context = validity.validContext(on: manual.context)
    promise.future.on(context).onSuccess { _ in calls.add() }
    let mapped = promise.future.on(context).map { _ in calls.add() }
    promise.succeed(1)
    #expect(manual.pendingCount == 2)
    validity.invalidate()
    manual.runAll()
    #expect(calls.value == 0)
    #expect(!mapped.isSettled)
  }

  @Test func theParentContextRunsTheClosure() {
    let manual = ManualContext()
    let mapped = promise.future.on(validity.validContext(on: manual.context)).map { $0 + 1 }
    promise.succeed(1)
    #expect(!mapped.isSettled)
    #expect(manual.runAll() == 1)
    #expect(mapped.currentValue == 2)
  }

  @Test func aJobThatIsDroppedAfterInvalidationIsNotReported() {
    let recorder = DiagnosticsRecorder { $0.kind == .droppedJob && $0.began() }
    let manual = ManualContext()
    let promise = Promise<Int, any Error>()
    let mapped = promise.future.on(validity.validContext(on: manual.context)).map { $0 }
    promise.succeed(1)
    validity.invalidate()
    recorder.record { _ = manual.dropAll() }
    #expect(recorder.diagnostics.isEmpty)
    #expect(!mapped.isSettled)
  }

  @Test func aJobThatIsDroppedWhileTheTokenIsValidCancels() {
    let manual = ManualContext()
    let mapped = promise.future.on(validity.validContext(on: manual.context)).map { $0 }
    promise.succeed(1)
    manual.dropAll()
    #expect(mapped.currentError is CancellationError)
  }

  @Test func invalidatingInsideACallbackMutesTheOnesBehindIt() {
    let seen = Log<Int>()
    let validity = validity
    for index in 0..<4 {
      promise.future.on(validity.validContext).onSuccess { _ in
        seen.add(index)
        if index == 1 { validity.invalidate() }
      }
    }
    promise.succeed(1)
    #expect(seen.all == [0, 1])
  }

  // MARK: Nesting

  @Test(arguments: [true, false])
  func ofNestedTokensBothHaveToBeValid(_ invalidatesOuter: Bool) {
    let outer = InvalidationToken()
    let inner = InvalidationToken()
    let context = inner.validContext(on: outer.validContext)
    let calls = Counter()
    promise.future.on(context).onSuccess { _ in calls.add() }
    let mapped = promise.future.on(context).map { _ in calls.add() }
    (invalidatesOuter ? outer : inner).invalidate()
    promise.succeed(1)
    #expect(calls.value == 0)
    #expect(!mapped.isSettled)
  }

  @Test func nestedContextsRunWhileBothAreValid() {
    let manual = ManualContext()
    let context = InvalidationToken().validContext(on: validity.validContext(on: manual.context))
    let mapped = promise.future.on(context).map { $0 + 1 }
    promise.succeed(1)
    manual.runAll()
    #expect(mapped.currentValue == 2)
  }

  @Test(arguments: [0, 1, 2])
  func threeLevelsNestAsWell(_ index: Int) {
    let tokens = (0..<3).map { _ in InvalidationToken() }
    let context = tokens.reduce(ExecutionContext.inline) { $1.validContext(on: $0) }
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      promise.future.on(context).onSuccess { _ in tracked.touch() }
    }
    #expect(!reference.isGone)
    tokens[index].invalidate()
    #expect(reference.isGone)
    promise.succeed(1)
  }

  @Test func aTokenMayBeNestedInItself() {
    let context = validity.validContext(on: validity.validContext)
    let calls = Counter()
    promise.future.on(context).onSuccess { _ in calls.add() }
    validity.invalidate()
    promise.succeed(1)
    #expect(calls.value == 0)
  }

  @Test func aCancellationTokenWorksBesideIt() {
    let source = CancellationSource()
    let cancelled = promise.future
      .on(validity.validContext).map(cancellation: source.token) { $0 }
    let muted = promise.future.on(validity.validContext).map(cancellation: source.token) { $0 }
    source.cancel()
    #expect(cancelled.currentError is CancellationError)
    validity.invalidate()
    #expect(muted.currentError is CancellationError)
    promise.succeed(1)
  }

  @Test func aMutedTransformCanStillBeCancelled() {
    let source = CancellationSource()
    let mapped = promise.future.on(validity.validContext).map(cancellation: source.token) { $0 }
    validity.invalidate()
    #expect(!mapped.isSettled)
    source.cancel()
    #expect(mapped.currentError is CancellationError)
    promise.succeed(1)
  }

  /// The token is checked both for closures of futures and for jobs passed to the context.
  @Test func jobsThatArePassedToItsContextDoNotRunOnceItIsInvalid() {
    let manual = ManualContext()
    let calls = Log<String>()
    let contexts = [
      ("inline", validity.validContext), ("manual", validity.validContext(on: manual.context)),
    ]
    for (name, context) in contexts { context { calls.add(name) } }
    #expect(calls.all == ["inline"])
    validity.invalidate()
    manual.runAll()
    for (name, context) in contexts { context { calls.add(name) } }
    manual.runAll()
    #expect(calls.all == ["inline"])
  }

  @Test func hasAName() {
    #expect("\(validity.validContext(on: .main))" == "ExecutionContext(main, while valid)")
  }
}
