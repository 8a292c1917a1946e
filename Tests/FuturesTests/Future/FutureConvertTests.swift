import Futures
import Testing

@Suite struct FutureConvertTests {
  @Test func asVoidDropsTheValue() {
    let promise = Promise<Int, TestError>()
    let future: Future<Void, TestError> = promise.future.asVoid()
    #expect(!future.isCompleted)
    promise.succeed(3)
    #expect(future.value != nil)
  }

  @Test func asVoidKeepsTheFailure() {
    #expect(Future<Int, TestError>(error: .first).asVoid().error == .first)
  }

  @Test func eraseFailureKeepsTheOutcome() {
    let promise = Promise<Int, TestError>()
    let failed: Future<Int, any Error> = promise.future.eraseFailure()
    promise.fail(.second)
    #expect(failed.error as? TestError == .second)
    #expect(Future<Int, TestError>(value: 5).eraseFailure().value == 5)
  }

  @Test func eraseFailureKeepsALargeValue() {
    let text = ["a", "b"]
    let future = Future<([String], Int, Int, Int), Never>(value: (text, 1, 2, 3)).eraseFailure()
    #expect(future.value?.0 == text)
    #expect(future.value?.3 == 3)
  }

  @Test func anErasedFutureMayBeErasedAgain() {
    let future = Future<Int, any Error>(error: TestError.first)
    #expect(future.eraseFailure().error as? TestError == .first)
  }

  @Test func setFailureTypeKeepsTheValue() {
    let promise = Promise<Int, Never>()
    let future = promise.future.setFailureType(to: TestError.self)
    promise.succeed(2)
    #expect(future.result == .success(2))
  }
}
