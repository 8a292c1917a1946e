import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import TestSupport
import Testing

@Suite struct OldNamesTests {
  @Test func theNamesOfOlderVersionsStillWork() { (self as any UsesOldNames).useOldNames() }
}

private protocol UsesOldNames {
  func useOldNames()
}

extension OldNamesTests: UsesOldNames {
  // What is deprecated may use what is deprecated without a warning.
  @available(*, deprecated)
  fileprivate func useOldNames() {
    var limits = CacheLimits(
      timeToLive: .seconds(1),
      failureTimeToLive: .seconds(2),
      maximumCount: 3,
      maximumBytes: 4
    )
    #expect(limits.lifetime == .seconds(1) && limits.timeToLive == .seconds(1))
    #expect(limits.failureLifetime == .seconds(2) && limits.failureTimeToLive == .seconds(2))
    #expect(limits.count == 3 && limits.maximumCount == 3)
    #expect(limits.totalBytes == 4 && limits.maximumBytes == 4)
    limits.timeToLive = .seconds(5)
    limits.failureTimeToLive = .seconds(6)
    limits.maximumCount = 7
    limits.maximumBytes = 8
    #expect(limits.lifetime == .seconds(5) && limits.failureLifetime == .seconds(6))
    #expect(limits.count == 7 && limits.totalBytes == 8)
    let base = ManualResolver()
    let cache = CachingResolver(base, timeToLive: .seconds(60))
    let (first, second) = (url("https://e.com/a"), url("https://e.com/b"))
    let answers = [cache.futureResolve(first), cache.futureResolve(second)]
    base.answer(0)
    base.answer(1)
    #expect(answers.allSatisfy { $0.currentValue != nil })
    cache.forget(first)
    #expect(!cache.futureResolve(first).isSettled)
    #expect(cache.futureResolve(second).isSettled)
    cache.forgetAll()
    #expect(!cache.futureResolve(second).isSettled)
    #expect(base.asked.count == 4)
  }
}
