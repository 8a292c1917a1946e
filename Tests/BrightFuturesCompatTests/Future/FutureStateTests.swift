import BrightFuturesCompat
import Testing

@Suite struct FutureStateTests {
  @Test func whilePendingThereIsNothing() {
    let future = Promise<Int, Oops>().future
    #expect(future.result == nil && future.value == nil && future.error == nil)
    #expect(!future.isCompleted && !future.isSuccess && !future.isFailure)
  }

  @Test func afterASuccess() {
    let future = Future<Int, Oops>(value: 1)
    #expect(future.result == .success(1) && future.value == 1 && future.error == nil)
    #expect(future.isCompleted && future.isSuccess && !future.isFailure)
  }

  @Test func afterAFailure() {
    let future = Future<Int, Oops>(error: .first)
    #expect(future.result == .failure(.first) && future.value == nil && future.error == .first)
    #expect(future.isCompleted && !future.isSuccess && future.isFailure)
  }

  @Test func copiesReferToTheSameOutcome() {
    let promise = Promise<Int, Never>()
    let copy = promise
    let future = promise.future
    copy.success(3)
    #expect(future.value == 3)
  }
}
