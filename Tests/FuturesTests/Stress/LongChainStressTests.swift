import Dispatch
import Futures
import Testing
import TestSupport

/// Chains and recursions of any length take a constant amount of stack.
@Suite(.serialized) struct LongChainStressTests {
  private struct Refused: Error {}
  /// A million in release builds and 100,000 in debug builds, far more than the small stack holds.
  private static let links = min(1_000_000, 10 * StressSize.rounds)

  private static func chain(on first: Future<Int, any Error>) -> Future<Int, any Error> {
    var last = first
    for _ in 0..<links { last = last.map { $0 + 1 } }
    return last
  }

  @Test func aChainCompletes() {
    onSmallStack {
      let promise = Promise<Int, any Error>()
      let last = Self.chain(on: promise.future)
      promise.succeed(0)
      #expect(last.currentValue == Self.links)
    }
  }

  @Test func aChainFails() {
    onSmallStack {
      let promise = Promise<Int, any Error>()
      let last = Self.chain(on: promise.future)
      promise.fail(Refused())
      #expect(last.currentError is Refused)
    }
  }

  @Test func aChainIsCancelled() {
    onSmallStack {
      let promise = Promise<Int, any Error>()
      let last = Self.chain(on: promise.future)
      promise.cancel()
      #expect(last.currentError is CancellationError)
    }
  }

  @Test func aChainIsDroppedWithItsPromise() {
    onSmallStack {
      var promise: Promise<Int, any Error>? = Promise()
      let last = Self.chain(on: promise!.future)
      promise = nil
      #expect(last.currentError is BrokenPromise)
    }
  }

  @Test func aChainIsDroppedUnsettled() {
    onSmallStack {
      weak var captured: Tracked?
      do {
        let canary = Tracked()
        captured = canary
        let last = Self.chain(
          on: Future<Int, any Error>.never.map { _ in withExtendedLifetime(canary) { 0 } }
        )
        #expect(!last.isSettled)
      }
      #expect(captured == nil)
    }
  }

  @Test func aChainOfMixedLinksCompletes() {
    onSmallStack {
      let promise = Promise<Int, any Error>()
      var last = promise.future
      for step in 0..<(Self.links / 5) {
        switch step % 5 {
        case 0: last = last.flatMap { Future(value: $0 + 1) }
        case 1: last = last.map { $0 }
        case 2: last = last.flatMapError { Future(error: $0) }
        case 3: last = zip(last, Future<Int, any Error>(value: 0)).map { $0 + $1 }
        default: last = [last].firstCompleted()
        }
      }
      promise.succeed(0)
      #expect(last.currentValue == Self.links / 25)
    }
  }

  @Test func aChainOfMixedLinksIsDroppedUnsettled() {
    onSmallStack {
      var last = Future<Int, any Error>.never
      for step in 0..<(Self.links / 5) {
        switch step % 5 {
        case 0: last = last.flatMap { Future(value: $0 + 1) }
        case 1: last = last.map { $0 }
        case 2: last = last.flatMapError { Future(error: $0) }
        case 3: last = zip(last, Future<Int, any Error>(value: 0)).map { $0 + $1 }
        default: last = [last].firstCompleted()
        }
      }
      #expect(!last.isSettled)
    }
  }

  @Test func promisesThatCompleteEachOtherDoNotNest() {
    onSmallStack {
      let first = Promise<Int, any Error>()
      var last = first
      for _ in 0..<(Self.links / 5) {
        let next = Promise<Int, any Error>()
        last.future.onComplete { next.complete($0) }
        last = next
      }
      first.succeed(1)
      #expect(last.future.currentValue == 1)
    }
  }

  @Test func promisesBoundToEachOtherDoNotNest() {
    onSmallStack {
      let first = Promise<Int, any Error>()
      var inner = first
      for _ in 0..<(Self.links / 5) {
        let next = Promise<Int, any Error>()
        inner.complete(with: next.future)
        inner = next
      }
      inner.succeed(7)
      #expect(first.future.currentValue == 7)
    }
  }

  @Test func registeringInsideCallbacksOfASettledFutureDoesNotNest() {
    onSmallStack {
      let settled = Future<Int, Never>(value: 1)
      let end = Promise<Int, Never>()
      @Sendable func register(_ left: Int) {
        if left == 0 {
          end.succeed(left)
        } else {
          settled.onComplete { _ in register(left - 1) }
        }
      }
      register(Self.links)
      #expect(end.future.isSettled)
    }
  }

  @Test func tenThousandObserversAndInputs() {
    onSmallStack {
      let promise = Promise<Int, Never>()
      let futures = (0..<10_000).map { index in promise.future.map { $0 + index } }
      let all = futures.all()
      promise.succeed(1)
      #expect(all.currentValue == Array(1...10_000))
    }
  }

  @Test func aTraversalOfSettledFuturesDoesNotNest() {
    onSmallStack {
      let sum = (0..<100_000).traverse(maxConcurrent: 3) { Future<Int, Never>(value: $0) }
        .map { $0.reduce(0, +) }
      #expect(sum.currentValue == 4_999_950_000)
    }
  }
}
