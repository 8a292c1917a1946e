import BoltsCompat
import Dispatch
import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct CancellationTokenTests {
  private let source = BFCancellationTokenSource()

  @Test func cancelRaisesTheFlagOfTheSourceAndItsTokens() {
    let token = source.token
    #expect(!source.cancellationRequested)
    #expect(!token.cancellationRequested)
    source.cancel()
    #expect(source.cancellationRequested)
    #expect(token.cancellationRequested)
    #expect(source.token.cancellationRequested)
  }

  @Test func observersAreCalledInRegistrationOrderInsideTheCall() {
    let log = Log<String>()
    for index in 0..<5 { source.token.registerCancellationObserver { log.add("\(index)") } }
    source.cancel()
    log.add("after")
    #expect(log.all == ["0", "1", "2", "3", "4", "after"])
  }

  @Test func theFlagIsUpWhenObserversRun() {
    let seen = Box(false)
    let token = source.token
    token.registerCancellationObserver { seen.value = token.cancellationRequested }
    source.cancel()
    #expect(seen.value)
  }

  @Test func observersAreCalledOnce() {
    let calls = Counter()
    source.token.registerCancellationObserver { calls.add() }
    source.cancel()
    source.cancel()
    #expect(calls.value == 1)
  }

  @Test func anObserverIsReleasedAfterItRan() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      source.token.registerCancellationObserver { tracked.touch() }
    }
    #expect(!reference.isGone)
    source.cancel()
    #expect(reference.isGone)
  }

  @Test func observersAreCalledOutsideOfLocks() {
    // Each of these would wait for ever if a lock were held.
    let source = source
    let done = DispatchSemaphore(value: 0)
    let other = source.token.registerCancellationObserver {}
    source.token.registerCancellationObserver {
      DispatchQueue.global().async {
        other.dispose()
        source.cancel()
        source.token.registerCancellationObserver {}
        done.signal()
      }
      done.wait()
    }
    source.cancel()
    #expect(source.cancellationRequested)
  }

  @Test func registeringOnACancelledTokenCallsAtOnce() {
    source.cancel()
    let log = Log<String>()
    source.token.registerCancellationObserver { log.add("observer") }
    log.add("after")
    #expect(log.all == ["observer", "after"])
  }

  @Test func throwIfCancellationRequestedThrowsOnlyThen() throws {
    try source.token.throwIfCancellationRequested()
    source.cancel()
    #expect(throws: CancelledError.self) { try source.token.throwIfCancellationRequested() }
  }

  @Test func aTokenOutlivesItsSource() {
    let token = { BFCancellationTokenSource().token }()
    #expect(!token.cancellationRequested)
    token.registerCancellationObserver {}
  }

  @Test func aSourceCanFollowTokens() {
    let other = BFCancellationTokenSource()
    let linked = BFCancellationTokenSource(linkedTo: source.token, other.token)
    other.cancel()
    #expect(linked.cancellationRequested)
    #expect(!source.cancellationRequested)
  }

  @Test func aLinkedSourceFollowsEachOfItsTokens() {
    for number in 0..<3 {
      let sources = (0..<3).map { _ in BFCancellationTokenSource() }
      let linked = BFCancellationTokenSource(
        linkedTo: sources[0].token,
        sources[1].token,
        sources[2].token
      )
      sources[number].cancel()
      #expect(linked.cancellationRequested)
    }
  }

  @Test func sourcesAndTokensOfFuturesConvert() {
    let plain = CancellationSource()
    #expect(BFCancellationTokenSource(plain).source === plain)
    let token = BFCancellationToken(plain.token)
    plain.cancel()
    #expect(token.cancellationRequested)
    #expect(token.token.isCancelled)
  }

  // MARK: Registrations

  @Test func disposingARegistrationTakesTheObserverBackAndReleasesIt() {
    let calls = Counter()
    let registration: BFCancellationTokenRegistration
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      registration = source.token.registerCancellationObserver {
        tracked.touch()
        calls.add()
      }
    }
    registration.dispose()
    #expect(reference.isGone)
    registration.dispose()
    source.cancel()
    #expect(calls.value == 0)
  }

  @Test func disposingOfARegistrationDoesNotWaitForItsObserver() {
    let running = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let registration = source.token.registerCancellationObserver {
      running.signal()
      mayEnd.wait()
    }
    let thread = ThreadBox { [source] in source.cancel() }
    thread.start()
    running.wait()
    // In Bolts this waits for the observer, which waits for what comes next.
    registration.dispose()
    source.dispose()
    mayEnd.signal()
    thread.join()
    #expect(source.cancellationRequested)
  }

  @Test func aRegistrationMayBeDisposedOfInItsObserverAndAfterItsSource() {
    let registration = Box<BFCancellationTokenRegistration?>(nil)
    registration.value = source.token.registerCancellationObserver {
      registration.value?.dispose()
    }
    let other = source.token.registerCancellationObserver {}
    source.cancel()
    source.dispose()
    other.dispose()
    #expect(source.cancellationRequested)
    registration.value = nil
  }
}
