import Futures
import Testing
import TestSupport

@Suite struct FutureStateTests {
  @Test func aPendingFutureHasNoOutcome() {
    let promise = Promise<Int, TestError>()
    let future = promise.future
    #expect(!future.isSettled)
    #expect(future.currentResult == nil)
    #expect(future.currentValue == nil)
    #expect(future.currentError == nil)
    promise.succeed(0)
  }

  @Test func aSucceededFutureHasAValueAndNoError() {
    let future = Future<Int, TestError>(value: 4)
    #expect(future.currentValue == 4)
    #expect(future.currentError == nil)
  }

  @Test func aFailedFutureHasAnErrorAndNoValue() {
    let future = Future<Int, TestError>(error: .second)
    #expect(future.currentValue == nil)
    #expect(future.currentError == .second)
  }

  @Test func copiesShareTheOutcome() {
    let promise = Promise<Int, TestError>()
    let copies = [promise.future, promise.future]
    promise.succeed(7)
    #expect(copies.map(\.currentValue) == [7, 7])
  }

  @Test func theStateIsVisibleBeforeObserversRun() {
    let promise = Promise<Int, TestError>()
    let future = promise.future
    let seen = Log<Int?>()
    future.onSuccess { _ in seen.add(future.currentValue) }
    promise.succeed(9)
    #expect(seen.all == [9])
  }

  @Test func theStateOfADerivedFutureIsVisibleBeforeItsObserversRun() {
    let promise = Promise<Int, TestError>()
    let derived = promise.future.map { $0 * 2 }
    let seen = Log<Int?>()
    derived.onSuccess { _ in seen.add(derived.currentValue) }
    promise.succeed(9)
    #expect(seen.all == [18])
  }

  @Test func theDescriptionOfAPendingFutureSaysSo() {
    let promise = Promise<Int, TestError>()
    #expect("\(promise.future)" == "Future<Int, TestError>(pending)")
    promise.succeed(0)
  }

  @Test func theDescriptionOfASettledFutureShowsTheOutcome() {
    let succeeded = Future<String, Never>(value: "hello")
    #expect(succeeded.description == "Future<String, Never>(success: hello)")
    let failed = Future<Int, any Error>(error: TestError.first)
    #expect(failed.description == "Future<Int, Error>(failure: first)")
    #expect(String(reflecting: succeeded) == succeeded.description)
  }

  @Test func ignoringAFailureGivesTheSameFuture() {
    let promise = Promise<Int, TestError>()
    let same = promise.future.ignoringFailure()
    promise.fail(.first)
    #expect(same.currentError == .first)
  }
}
