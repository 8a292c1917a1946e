import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct SourceRestartTests {
  private let source = CancellationSource()

  @Test func restartingCancelsWhatWasGuarded() {
    let old = source.token
    let calls = Counter()
    old.onCancel { calls.add() }
    let new = source.restart()
    #expect(old.isCancelled)
    #expect(calls.value == 1)
    #expect(!new.isCancelled)
    #expect(!source.isCancelled)
    source.cancel()
    #expect(new.isCancelled)
    #expect(calls.value == 1)
  }

  @Test func aCancelledSourceStartsOver() {
    source.cancel()
    #expect(!source.restart().isCancelled)
    #expect(!source.token.isCancelled)
  }

  @Test func aDelayedCancelIsCalledOff() {
    let clock = ManualClock()
    source.cancel(after: .seconds(1), clock: clock)
    let token = source.restart()
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(2))
    #expect(!token.isCancelled)
  }

  @Test func theNewTokensFollowTheSameOnes() {
    let child = CancellationSource(linkedTo: source.token)
    let token = child.restart()
    #expect(!token.isCancelled)
    source.cancel()
    #expect(token.isCancelled)
    #expect(child.restart().isCancelled)
  }

  @Test func aSourceThatWasDisposedOfDoesNotStartOver() {
    source.dispose()
    source.restart()
    source.cancel()
    #expect(!source.isCancelled)
  }

  @Test func workStartedAfterwardsIsNotCancelled() {
    let works = Works()
    let first = withCancellationScope(linkedTo: source.token) { works.start() }
    let second = withCancellationScope(linkedTo: source.restart()) { works.start() }
    #expect(first.currentError is CancellationError)
    #expect(!second.isSettled)
    #expect(works.running == 1)
  }
}

@Suite struct SourceDeinitTests {
  private final class Owner: Sendable {
    let loads: CancellationSource

    init(cancelsOnDeinit: Bool) { loads = CancellationSource(cancelsOnDeinit: cancelsOnDeinit) }
  }

  @Test(arguments: [true, false]) func aSourceMayCancelWhenItGoesAway(cancels: Bool) {
    let works = Works()
    var owner: Owner? = Owner(cancelsOnDeinit: cancels)
    let future = owner.map { owner in
      withCancellationScope(linkedTo: owner.loads.token) { works.start() }
    }
    #expect(works.running == 1)
    owner = nil
    #expect((future?.currentError is CancellationError) == cancels)
    #expect(works.running == (cancels ? 0 : 1))
  }

  @Test func aLinkedSourceMayToo() {
    let parent = CancellationSource()
    var child: CancellationSource? = CancellationSource(
      linkedTo: parent.token,
      cancelsOnDeinit: true
    )
    let token = child?.token
    #expect(token?.isCancelled == false)
    child = nil
    #expect(token?.isCancelled == true)
    #expect(!parent.isCancelled)
  }

  @Test func theTokenOfTheLastRestartIsCancelled() {
    var source: CancellationSource? = CancellationSource(cancelsOnDeinit: true)
    let token = source?.restart()
    source = nil
    #expect(token?.isCancelled == true)
  }
}
