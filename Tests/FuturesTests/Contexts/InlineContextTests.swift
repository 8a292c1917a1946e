#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import Futures
import TestSupport
import Testing

@Suite struct InlineContextTests {
  private let limit = ExecutionContext.nestingLimit

  /// Completes promises in nested callbacks, and records when each level begins and ends.
  private func nest(_ levels: Int) -> [String] {
    let promises = (0..<levels).map { _ in Promise<Void, Never>() }
    let log = Log<String>()
    for level in 0..<levels {
      promises[level].future.onSuccess {
        log.add("begin \(level)")
        if level + 1 < levels { promises[level + 1].succeed() }
        log.add("end \(level)")
      }
    }
    promises[0].succeed()
    return log.all
  }

  @Test func runsInTheCallThatSubmits() {
    let log = Log<String>()
    ExecutionContext.inline { log.add("job") }
    log.add("after")
    #expect(log.all == ["job", "after"])
  }

  @Test func isWhatTransformsUseIfYouDoNotSay() {
    let log = Log<String>()
    let promise = Promise<Int, Never>()
    let mapped = promise.future.map { _ in log.add("job") }
    promise.succeed(1)
    log.add("after")
    #expect(log.all == ["job", "after"])
    #expect(mapped.isSettled)
  }

  @Test func closuresNestUpToTheLevelThatTheDocumentationNames() {
    // This is the documented limit.
    #expect(limit == 20)
    let expected = (0..<limit).map { "begin \($0)" } + (0..<limit).reversed().map { "end \($0)" }
    #expect(nest(limit) == expected)
  }

  @Test func deeperClosuresRunOnceTheLevelAtTheLimitHasReturned() {
    let expected =
      (0..<limit).map { "begin \($0)" } + ["end \(limit - 1)"]
      + (limit..<limit + 5).flatMap { ["begin \($0)", "end \($0)"] }
      + (0..<limit - 1).reversed().map { "end \($0)" }
    #expect(nest(limit + 5) == expected)
  }

  @Test func deferredClosuresRunInTheOrderInWhichTheyWereSubmitted() {
    let log = Log<Int>()
    nestToTheLimit {
      for index in 0..<5 { Future<Void, Never>(value: ()).onSuccess { log.add(index) } }
      log.add(-1)
    }
    #expect(log.all == [-1, 0, 1, 2, 3, 4])
  }

  @Test func everyKindOfClosureIsDeferredInOrder() {
    let log = Log<Int>()
    let settled = Future<Int, TestError>(value: 1)
    let failed = Future<Int, TestError>(error: .first)
    nestToTheLimit {
      settled.onComplete { _ in log.add(0) }
      settled.onSuccess { _ in log.add(1) }
      failed.onFailure { _ in log.add(2) }
      settled.map { $0 }.onComplete { _ in log.add(3) }
      failed.recover { _ in 0 }.onComplete { _ in log.add(4) }
      log.add(-1)
    }
    #expect(log.all == [-1, 0, 1, 2, 3, 4])
  }

  @Test func aDeepNestNeverChangesThreads() {
    let threads = Log<pthread_t>()
    @Sendable func nest(_ levels: Int) {
      threads.add(pthread_self())
      if levels > 0 { Future<Void, Never>(value: ()).onSuccess { nest(levels - 1) } }
    }
    nest(100)
    #expect(threads.count == 101)
    #expect(Set(threads.all).count == 1)
  }

  @Test func aDeferredClosureMayRegisterMore() {
    let log = Log<Int>()
    @Sendable func count(_ number: Int) {
      log.add(number)
      if number < 5000 { Future<Void, Never>(value: ()).onSuccess { count(number + 1) } }
    }
    count(0)
    #expect(log.all == Array(0...5000))
  }

  @Test func hasAName() {
    #expect("\(ExecutionContext.inline)" == "ExecutionContext(inline)")
  }
}
