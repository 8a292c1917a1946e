import Futures
import Testing

@Suite struct ErrorsTests {
  @Test func aTimeoutSaysHowLongTheWaitWas() {
    let ofAStep = TimeoutError(limit: .seconds(2), of: "step 'a'")
    #expect("\(ofAStep)" == "No outcome of step 'a' within 2.0 seconds.")
    #expect("\(TimeoutError(limit: .milliseconds(1500)))" == "No outcome within 1.5 seconds.")
  }

  @Test func supersededWorkIsCancelled() {
    #expect(SupersededError.cancellation.isCancellation)
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
}
