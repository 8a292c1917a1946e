import BrightFuturesCompat
import Testing
import TestSupport

@Suite struct ZipAndFilterTests {
  @Test func zipWaitsForBothValues() {
    let left = Promise<Int, Oops>()
    let right = Promise<String, Oops>()
    let both = left.future.zip(right.future)
    right.success("b")
    #expect(!both.isCompleted)
    left.success(1)
    #expect(both.value?.0 == 1)
    #expect(both.value?.1 == "b")
  }

  @Test func zipPrefersTheErrorOfTheFirstFutureToTheErrorThatCameFirst() {
    let left = Promise<Int, Oops>()
    let right = Promise<Int, Oops>()
    let both = left.future.zip(right.future)
    right.failure(.second)
    #expect(!both.isCompleted, "it waits for this before it looks at that")
    left.failure(.first)
    #expect(both.error == .first)
  }

  @Test func zipFailsWithTheSecondErrorIfTheFirstFutureSucceeds() {
    let both = Future<Int, Oops>(value: 1).zip(Future<Int, Oops>(error: .second))
    #expect(both.error == .second)
  }

  @Test func filterPassesAValueThatMeetsTheCondition() {
    #expect(Future<Int, Oops>(value: 4).filter { $0 > 3 }.value == 4)
  }

  @Test func filterFailsWithNoSuchElementOtherwise() {
    #expect(Future<Int, Oops>(value: 2).filter { $0 > 3 }.error == .noSuchElement)
  }

  @Test func filterWrapsTheFailureOfTheFuture() {
    let calls = Counter()
    let filtered = Future<Int, Oops>(error: .first).filter { calls.add($0) > 0 }
    #expect(filtered.error == .external(.first))
    #expect(calls.value == 0)
  }

  @Test func filterRunsInline() {
    let promise = Promise<Int, Oops>()
    let filtered = promise.future.filter { _ in true }
    promise.success(1)
    #expect(filtered.value == 1)
  }
}
