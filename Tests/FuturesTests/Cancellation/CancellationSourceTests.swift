import Futures
import Testing
import TestSupport

@Suite struct CancellationSourceTests {
  let source = CancellationSource()

  @Test func cancellingRaisesTheFlagOfSourceAndTokens() {
    let token = source.token
    #expect(!source.isCancelled)
    #expect(!token.isCancelled)
    #expect(source.cancel())
    #expect(source.isCancelled)
    #expect(token.isCancelled)
    #expect(source.token.isCancelled)
  }

  @Test func onlyTheFirstCallCancels() {
    #expect(source.cancel())
    #expect(!source.cancel())
  }

  @Test func theTokenOutlivesTheSource() {
    var source: CancellationSource? = CancellationSource()
    let token = source!.token
    source?.cancel()
    source = nil
    #expect(token.isCancelled)
  }

  @Test func droppingTheSourceDoesNotCancel() {
    let token = CancellationSource().token
    #expect(!token.isCancelled)
  }

  // MARK: dispose

  @Test func disposingReleasesTheObservers() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      source.token.onCancel { tracked.touch() }
    }
    #expect(!reference.isGone)
    source.dispose()
    #expect(reference.isGone)
  }

  @Test func disposingReleasesAnObserverWhoseRegistrationIsKept() {
    let reference: WeakReference
    let registration: CancellationRegistration
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      registration = source.token.onCancel { tracked.touch() }
    }
    source.dispose()
    #expect(reference.isGone)
    registration.dispose()
  }

  @Test func cancellingAfterDisposingDoesNothing() {
    let calls = Counter()
    source.token.onCancel { calls.add() }
    source.dispose()
    #expect(!source.cancel())
    #expect(!source.isCancelled)
    #expect(calls.value == 0)
  }

  @Test func theFlagCanBeReadAfterDisposing() {
    source.cancel()
    source.dispose()
    #expect(source.isCancelled)
    #expect(source.token.isCancelled)
  }

  @Test func disposingTwiceIsHarmless() {
    source.dispose()
    source.dispose()
    #expect(!source.cancel(after: .seconds(1)))
  }

  @Test func anObserverRegisteredAfterDisposingIsNotKept() {
    source.dispose()
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      source.token.onCancel { tracked.touch() }
    }
    #expect(reference.isGone)
    #expect(!source.cancel())
  }

  @Test func futuresGoOnAfterDisposing() {
    let promise = Promise<Int, any Error>()
    let future = promise.future.map(cancellation: source.token) { $0 + 1 }
    source.dispose()
    #expect(!future.isSettled)
    promise.succeed(1)
    #expect(future.currentValue == 2)
  }
}
