import Futures
import Testing
import TestSupport

@Suite struct DeferredTests {
  @Test func nothingRunsBeforeTheStart() {
    let starts = Counter()
    let deferred = Deferred { Future<Int, TestError>(value: starts.add()) }
    #expect(starts.value == 0)
    #expect(deferred.start().value == 1)
  }

  @Test func everyStartMakesAFreshFuture() {
    let starts = Counter()
    let deferred = Deferred { Future<Int, TestError>(value: starts.add()) }
    #expect(deferred.start().value == 1)
    #expect(deferred.start().value == 2)
  }

  @Test func retryStartsAgainAfterAFailure() {
    let starts = Counter()
    let deferred = Deferred { () -> Future<Int, TestError> in
      let number = starts.add()
      return number < 3 ? Future(error: .first) : Future(value: number)
    }
    #expect(deferred.retry(RetryPolicy(attempts: 5)).value == 3)
    #expect(starts.value == 3)
  }

  @Test func retryStopsWhenTheTokenIsCancelled() {
    let source = CancellationSource()
    let starts = Counter()
    let deferred = Deferred { () -> Future<Int, any Error> in
      if starts.add() == 2 { source.cancel() }
      return Future(error: TestError.first)
    }
    let future = deferred.retry(RetryPolicy(attempts: 100), cancellation: source.token)
    #expect(future.error is CancellationError)
    #expect(starts.value == 2)
  }
}
