import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureFilterTests {
  @Test func keepsAValueThatSatisfiesTheCondition() {
    let future = Future<Int, TestError>(value: 4).filter(orElse: .first) { $0 > 3 }
    #expect(future.currentResult == .success(4))
  }

  @Test func failsWithTheGivenErrorOtherwise() {
    let promise = Promise<Int, TestError>()
    let future = promise.future.filter(orElse: .second) { $0 > 3 }
    promise.succeed(3)
    #expect(future.currentResult == .failure(.second))
  }

  @Test func makesTheErrorOnlyWhenItIsNeeded() {
    let made = Counter()
    @Sendable func make() -> TestError {
      made.add()
      return .first
    }
    _ = Future<Int, TestError>(value: 4).filter(orElse: make()) { _ in true }
    #expect(made.value == 0)
    let failed = Future<Int, TestError>(value: 4).filter(orElse: make()) { _ in false }
    #expect(failed.currentError == .first)
    #expect(made.value == 1)
  }

  @Test func passesAFailureByWithoutCallingTheCondition() {
    let calls = Counter()
    let future = Future<Int, TestError>(error: .third).filter(orElse: .first) { _ in
      calls.add() > 0
    }
    #expect(future.currentError == .third)
    #expect(calls.value == 0)
  }

  @Test func failsWithWhatTheConditionThrows() {
    let future = Future<Int, TestError>(value: 1)
      .filter(orElse: .first) { _ throws(TestError) -> Bool in throw .second }
    #expect(future.currentError == .second)
  }

  @Test func failsWithNoSuchElementUnderAnyError() {
    let future = Future<Int, any Error>(value: 1).filter { $0 > 1 }
    #expect(future.currentError is NoSuchElement)
    #expect(Future<Int, any Error>(value: 2).filter { $0 > 1 }.currentValue == 2)
  }

  @Test func failsWithWhatTheConditionThrowsUnderAnyError() {
    let future = Future<Int, any Error>(value: 1).filter { _ in throw TestError.third }
    #expect(future.currentError as? TestError == .third)
  }

  @Test func runsTheConditionOnTheContext() {
    let manual = ManualContext()
    let future = Future<Int, TestError>(value: 1)
      .filter(on: manual.context, orElse: .first) { _ in true }
    #expect(!future.isSettled)
    manual.runNext()
    #expect(future.currentValue == 1)
  }
}
