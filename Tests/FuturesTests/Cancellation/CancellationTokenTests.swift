import Futures
import Testing
import TestSupport

@Suite struct CancellationTokenTests {
  let source = CancellationSource()

  @Test func observersRunInRegistrationOrderInsideTheCall() {
    let log = Log<Int>()
    for index in 0..<50 { source.token.onCancel { log.add(index) } }
    #expect(log.all == [])
    source.cancel()
    #expect(log.all == Array(0..<50))
  }

  @Test func observersRunOnce() {
    let calls = Counter()
    source.token.onCancel { calls.add() }
    source.cancel()
    source.cancel()
    #expect(calls.value == 1)
  }

  @Test func theFlagIsRaisedBeforeObserversRun() {
    let seen = Log<Bool>()
    let token = source.token
    token.onCancel { seen.add(token.isCancelled) }
    source.cancel()
    #expect(seen.all == [true])
  }

  @Test func anObserverRegisteredAfterTheCancelRunsAtOnce() {
    source.cancel()
    let log = Log<String>()
    source.token.onCancel { log.add("observer") }
    log.add("after")
    #expect(log.all == ["observer", "after"])
  }

  @Test func anObserverMayRegisterAnother() {
    let log = Log<String>()
    let token = source.token
    token.onCancel {
      log.add("outer begins")
      token.onCancel { log.add("inner") }
      log.add("outer ends")
    }
    token.onCancel { log.add("second") }
    source.cancel()
    #expect(log.all == ["outer begins", "inner", "outer ends", "second"])
  }

  @Test func anObserverMayCancelTheSourceAgain() {
    let won = Log<Bool>()
    let source = source
    source.token.onCancel { won.add(source.cancel()) }
    source.cancel()
    #expect(won.all == [false])
  }

  @Test func theObserverIsReleasedAfterItRan() {
    let reference: WeakReference
    let registration: CancellationRegistration
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      registration = source.token.onCancel { tracked.touch() }
    }
    #expect(!reference.isGone)
    source.cancel()
    #expect(reference.isGone)
    registration.dispose()
  }

  @Test func theObserverIsReleasedWithTheSource() {
    var source: CancellationSource? = CancellationSource()
    let reference: WeakReference
    let registration: CancellationRegistration
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      registration = source!.token.onCancel { tracked.touch() }
    }
    source = nil
    registration.dispose()
    #expect(reference.isGone)
  }

  // MARK: Registrations

  @Test func disposingTakesTheObserverBackAndReleasesIt() {
    let calls = Counter()
    let reference: WeakReference
    let registration: CancellationRegistration
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      registration = source.token.onCancel {
        tracked.touch()
        calls.add()
      }
    }
    registration.dispose()
    #expect(reference.isGone)
    source.cancel()
    #expect(calls.value == 0)
  }

  @Test func disposingTwiceIsHarmless() {
    let registration = source.token.onCancel {}
    registration.dispose()
    registration.dispose()
    #expect(source.cancel())
    registration.dispose()
  }

  @Test func droppingTheRegistrationKeepsTheObserver() {
    let calls = Counter()
    do { _ = source.token.onCancel { calls.add() } }
    source.cancel()
    #expect(calls.value == 1)
  }

  @Test func anObserverMayDisposeOfItself() {
    let calls = Counter()
    let registration = Box<CancellationRegistration?>(nil)
    registration.value = source.token.onCancel {
      registration.value?.dispose()
      calls.add()
    }
    source.cancel()
    #expect(calls.value == 1)
  }

  @Test func anObserverMayDisposeOfALaterOne() {
    let log = Log<Int>()
    let later = Box<CancellationRegistration?>(nil)
    source.token.onCancel {
      log.add(1)
      later.value?.dispose()
    }
    later.value = source.token.onCancel { log.add(2) }
    source.token.onCancel { log.add(3) }
    source.cancel()
    #expect(log.all == [1, 3])
  }

  @Test(arguments: [1, 2, 3, 7])
  func theOthersKeepTheirOrderWhenManyAreTakenBack(_ kept: Int) {
    let log = Log<Int>()
    let registrations = (0..<1000).map { index in source.token.onCancel { log.add(index) } }
    for (index, registration) in registrations.enumerated() where index % kept != 0 {
      registration.dispose()
    }
    for index in 1000..<1010 { source.token.onCancel { log.add(index) } }
    source.cancel()
    #expect(log.all == (0..<1000).filter { $0 % kept == 0 } + Array(1000..<1010))
  }

  // MARK: none

  @Test func noneIsNeverCancelled() {
    let token = CancellationToken.never
    #expect(!token.isCancelled)
    let calls = Counter()
    token.onCancel { calls.add() }.dispose()
    #expect(calls.value == 0)
  }

  @Test func noneKeepsNoObserver() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      CancellationToken.never.onCancel { tracked.touch() }
    }
    #expect(reference.isGone)
  }

  // MARK: throwIfCancelled

  @Test func throwIfCancelledThrowsOnlyOnceCancelled() throws {
    try source.token.throwIfCancelled()
    try CancellationToken.never.throwIfCancelled()
    source.cancel()
    #expect(throws: CancellationError.self) { try source.token.throwIfCancelled() }
  }

  @Test func throwIfCancelledHasATypedError() {
    source.cancel()
    do throws(CancellationError) {
      try source.token.throwIfCancelled()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.isCancellation)
    }
  }
}
