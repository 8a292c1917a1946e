import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ResolverScopeTests {
  private let base = ManualResolver()
  private let page = url("https://e.com/p")
  private let source = CancellationSource()

  @Test func stopWithTheScope() {
    let link = withCancellationScope(linkedTo: source.token) {
      base.futureResolve(page).map { $0.appLink(for: .phone).targets.count }
    }
    #expect(base.asked.count == 1)
    source.cancel()
    #expect(link.currentError is CancellationError)
    #expect(base.cancellations.value == 1)
  }

  @Test func doNotStartInACancelledScope() {
    let cache = CachingResolver(base)
    let scope = withCancellationScope { () -> Future<Int, any Error> in
      source.cancel()
      let late = Box<(any Error)?>(nil)
      _ = withCancellationScope(linkedTo: source.token) {
        cache.futureResolve(page).onFailure { late.value = $0 }
      }
      return Future(value: base.asked.count)
    }
    #expect(scope.currentValue == 0)
  }

  @Test func shareWorkThatDoesNotBelongToTheScopeOfTheFirstCaller() {
    let cache = CachingResolver(base)
    let first = withCancellationScope(linkedTo: source.token) { cache.futureResolve(page) }
    let second = cache.futureResolve(page)
    source.cancel()
    #expect(first.currentError is CancellationError)
    #expect(base.cancellations.value == 0)
    base.answer(0)
    #expect(second.currentValue?.status == 200)
  }

  @Test func stopSharedWorkWhenTheLastWaitingScopeIsCancelled() {
    let cache = CachingResolver(base)
    let other = CancellationSource()
    let first = withCancellationScope(linkedTo: source.token) { cache.futureResolve(page) }
    let second = withCancellationScope(linkedTo: other.token) { cache.futureResolve(page) }
    source.cancel()
    #expect(base.cancellations.value == 0)
    other.cancel()
    #expect(first.currentError is CancellationError)
    #expect(second.currentError is CancellationError)
    #expect(base.cancellations.value == 1)
  }
}
