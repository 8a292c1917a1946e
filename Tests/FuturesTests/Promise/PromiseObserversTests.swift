import Futures
import FuturesTesting
import Testing
import TestSupport

/// The observers of a promise's own future, the first of which is stored in the promise.
@Suite struct PromiseObserversTests {
  @Test func allKindsRunInTheOrderOfRegistration() {
    let promise = Promise<Int, any Error>()
    let log = Log<String>()
    promise.future.onComplete { _ in log.add("first") }
    promise.future.onSuccess { _ in log.add("success") }
    promise.future.map { $0 + 1 }.onComplete { _ in log.add("map") }
    promise.future.onComplete { _ in log.add("plain") }
    promise.future.onComplete { _ in log.add("plain too") }
    promise.future.onSuccess { _ in log.add("last") }
    promise.succeed(1)
    #expect(log.all == ["first", "success", "map", "plain", "plain too", "last"])
  }

  @Test func aDerivedFutureThatCameBeforeTheFirstObserverRunsBeforeIt() {
    let promise = Promise<Int, any Error>()
    let log = Log<String>()
    promise.future.map { $0 + 1 }.onComplete { _ in log.add("map") }
    promise.future.onComplete { _ in log.add("observer") }
    promise.succeed(1)
    #expect(log.all == ["map", "observer"])
  }

  @Test func theFirstObserverMayRegisterMore() {
    let promise = Promise<Int, any Error>()
    let log = Log<String>()
    promise.future.onComplete { _ in
      log.add("first")
      promise.future.onComplete { _ in log.add("inside") }
    }
    promise.future.onComplete { _ in log.add("second") }
    promise.succeed(1)
    #expect(log.all == ["first", "inside", "second"])
  }

  @Test func theFirstObserverIsReleasedOnceItRan() {
    let promise = Promise<Int, any Error>()
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      promise.future.onComplete { _ in tracked.touch() }
    }
    #expect(!reference.isGone)
    promise.succeed(1)
    #expect(reference.isGone)
  }

  @Test func theFirstObserverIsReleasedWithAPromiseThatNeverSettles() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let promise = Promise<Int, Never>()
      promise.future.onComplete { _ in tracked.touch() }
    }
    #expect(reference.isGone)
  }

  @Test func anObserverOfAPromiseBoundToNothingIsReleased() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let promise = Promise<Int, any Error>()
      promise.future.onComplete { _ in tracked.touch() }
      promise.complete(with: .never)
    }
    #expect(reference.isGone)
  }

  @Test func whatWaitsBehindTheFirstObserverIsToldWhenThePromiseGoesAway() {
    let derived: [Future<Int, any Error>]
    do {
      let promise = Promise<Int, any Error>()
      promise.future.onComplete { _ in }
      derived = (0..<3).map { _ in promise.future.map { $0 + 1 } }
      promise.complete(with: .never)
    }
    #expect(derived.allSatisfy { $0.currentError is BrokenPromise })
  }

  @Test func theFirstObserverIsDeferredBelowTheDepthLimit() {
    let log = Log<Int>()
    @Sendable func nest(_ depth: Int) {
      let promise = Promise<Int, any Error>()
      promise.future.onComplete { _ in
        log.add(depth)
        if depth < 100 { nest(depth + 1) }
      }
      promise.succeed(depth)
    }
    nest(0)
    #expect(log.all == Array(0...100))
  }
}
