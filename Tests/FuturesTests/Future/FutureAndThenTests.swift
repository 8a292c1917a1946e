import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureAndThenTests {
  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.second)])
  func givesTheOutcomeToTheClosureAndPassesItOn(_ outcome: Result<Int, TestError>) {
    let promise = Promise<Int, TestError>()
    let seen = Log<Result<Int, TestError>>()
    let after = promise.future.andThen { seen.add($0) }
    promise.complete(outcome)
    #expect(seen.all == [outcome])
    #expect(after.currentResult == outcome)
  }

  @Test func settlesAfterTheClosureRan() {
    let manual = ManualContext()
    let promise = Promise<Int, TestError>()
    let after = promise.future.andThen(on: manual.context) { _ in }
    promise.succeed(1)
    #expect(!after.isSettled)
    manual.runNext()
    #expect(after.currentValue == 1)
  }

  @Test func aChainRunsOneAfterAnotherWhateverTheContexts() {
    let slow = Log<ExecutionContext.Job>()
    let log = Log<String>()
    Future<Int, TestError>(value: 4)
      .andThen(on: .custom { slow.add($0) }) { _ in log.add("first") }
      .andThen { _ in log.add("second") }
      .andThen { _ in log.add("third") }
    #expect(log.all == [])
    slow.all.first?()
    #expect(log.all == ["first", "second", "third"])
  }
}
