import FuturesTesting
import TestSupport
import Testing

@testable import Futures

/// A step whose invalidation token is invalidated while the step is on its way to a context.
///
/// The contexts of an `InvalidationToken` check the token themselves, right before they run a job.
/// The context of these tests does not, so the delivery has to.
@Suite struct ForbiddenDeliveryTests {
  private let invalidation = CancellationCore()
  private let manual = ManualContext()
  private let promise = Promise<Int, any Error>()

  private var context: ExecutionContext {
    let parent = manual.context
    return ExecutionContext(
      ExecutionContext.Target("forbidden", invalidation: invalidation) { job in parent(job) }
    )
  }

  @Test(arguments: [true, false])
  func leavesPendingWhatWaitsForIt(_ contextRunsTheJob: Bool) {
    let calls = Counter()
    // No handle of the muted future remains, so its cell is released with the delivery.
    let further = promise.future.on(context).map { _ in calls.add() }.map { 1 }
    let recovered = promise.future.on(context).map { _ in calls.add() }.recover { _ in calls.add()
    }
    promise.succeed(1)
    #expect(manual.pendingCount == 2)
    _ = invalidation.cancel()
    if contextRunsTheJob { manual.runAll() } else { manual.dropAll() }
    #expect(calls.value == 0)
    #expect(!further.isSettled)
    #expect(!recovered.isSettled)
  }

  @Test(arguments: [true, false])
  func releasesItsClosure(_ contextRunsTheJob: Bool) {
    let reference: WeakReference
    let muted: Future<Void, any Error>
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      muted = promise.future.on(context).map { _ in tracked.touch() }
    }
    promise.succeed(1)
    _ = invalidation.cancel()
    if contextRunsTheJob { manual.runAll() } else { manual.dropAll() }
    #expect(reference.isGone)
    #expect(!muted.isSettled)
  }

  /// The step keeps its token's state until it runs or, as here, until it cannot run anymore.
  @Test func releasesTheTokenOfAStepThatNeverRuns() {
    weak var core: CancellationCore?
    do {
      let source = CancellationSource()
      core = source.token.core
      let future = Future<Int, any Error>.never
      _ = future.on(manual.context).map(cancellation: source.token) { $0 }
      future.on(manual.context).onSuccess(cancellation: source.token) { _ in }
      #expect(core != nil)
    }
    #expect(core == nil)
  }
}
