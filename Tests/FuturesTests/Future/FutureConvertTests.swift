import Futures
import Testing

@Suite struct FutureConvertTests {
  @Test func asVoidDropsTheValue() {
    let promise = Promise<Int, TestError>()
    let future: Future<Void, TestError> = promise.future.asVoid()
    #expect(!future.isSettled)
    promise.succeed(3)
    #expect(future.currentValue != nil)
  }

  @Test func asVoidKeepsTheFailure() {
    #expect(Future<Int, TestError>(error: .first).asVoid().currentError == .first)
  }

  @Test func eraseFailureKeepsTheOutcome() {
    let promise = Promise<Int, TestError>()
    let failed: Future<Int, any Error> = promise.future.eraseFailure()
    promise.fail(.second)
    #expect(failed.currentError as? TestError == .second)
    #expect(Future<Int, TestError>(value: 5).eraseFailure().currentValue == 5)
  }

  @Test func eraseFailureKeepsALargeValue() {
    let text = ["a", "b"]
    let future = Future<([String], Int, Int, Int), Never>(value: (text, 1, 2, 3)).eraseFailure()
    #expect(future.currentValue?.0 == text)
    #expect(future.currentValue?.3 == 3)
  }

  @Test func anErasedFutureMayBeErasedAgain() {
    let future = Future<Int, any Error>(error: TestError.first)
    #expect(future.eraseFailure().currentError as? TestError == .first)
  }

  @Test func setFailureTypeKeepsTheValue() {
    let promise = Promise<Int, Never>()
    let future = promise.future.setFailureType(to: TestError.self)
    promise.succeed(2)
    #expect(future.currentResult == .success(2))
  }
}
