import Futures
import Testing

@Suite struct ErrorsTests {
  @Test func aTimeoutSaysHowLongTheWaitWas() {
    #expect("\(TimeoutError(limit: .milliseconds(1500)))" == "No outcome within 1.5 seconds.")
  }

  @Test func noSuchElementSaysWhatHappened() {
    #expect("\(NoSuchElement())" == "No element satisfies the condition.")
  }

  @Test func anAggregateListsItsErrors() {
    let error = AggregateError([TestError.second, .first])
    #expect(error.errors == [.second, .first])
    #expect("\(error)" == "2 failed:\n- second\n- first")
    #expect("\(AggregateError([TestError]()))" == "There was nothing that could have succeeded.")
  }

  @Test func aggregatesOfEquatableErrorsAreEquatable() {
    #expect(AggregateError([TestError.first]) == AggregateError([.first]))
    #expect(AggregateError([TestError.first]) != AggregateError([.first, .first]))
  }

  @Test func cancellationErrorStandsForCancellation() {
    #expect(CancellationError.cancellation.isCancellation)
  }

  @Test func eachReasonForABrokenPromiseHasItsOwnAdvice() throws {
    let dropped = try #require(Promise<Int, any Error>().future.error)
    let promise = Promise<Int, any Error>()
    promise.complete(with: promise.future)
    let selfResolved = try #require(promise.future.error)
    let lost = ExecutionContext.custom { _ in }
    let jobDropped = try #require(Future<Int, BrokenPromise>(value: 1).map(on: lost) { $0 }.error)
    let source = CancellationSource()
    source.cancel()
    let cancelled = try #require(
      Future<Int, BrokenPromise>.never.map(cancellation: source.token) { $0 }.error
    )
    #expect("\(cancelled)".contains("cancelled"))
    #expect("\(dropped)".contains("Keep the promise"))
    #expect("\(selfResolved)".contains("its own future"))
    #expect("\(jobDropped)".contains("execution context"))
  }
}
