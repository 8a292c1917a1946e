@testable import Futures
import TestSupport
import Testing

/// On a context that runs each job once, a waiter is its own job.
struct JobOfWaiterTests {
  private let jobs = Log<ExecutionContext.Job>()

  private var context: ExecutionContext {
    ExecutionContext(
      ExecutionContext.Target("jobs", runsEachJobOnce: true) { [jobs] in jobs.add($0) }
    )
  }

  @Test func theJobRunsTheClosure() {
    let promise = Promise<Int, any Error>()
    let future = promise.future.on(context).map { $0 + 1 }
    promise.succeed(1)
    #expect(!future.isSettled)
    for job in jobs.all { job() }
    #expect(future.currentValue == 2)
  }

  @Test func aFutureThatWasCancelledMeanwhileDoesNotRunItsClosure() {
    let calls = Counter()
    let promise = Promise<Int, any Error>()
    let future = promise.future.on(context).map { _ in calls.add() }
    promise.succeed(1)
    future.cancel()
    for job in jobs.all { job() }
    #expect(calls.value == 0)
    #expect(future.currentError is CancellationError)
  }

  @Test func theClosureRunsOutsideOfTheScopeOfItsContext() {
    let promise = Promise<Int, any Error>()
    let future = promise.future.on(context).map { _ in CancellationToken.current.isNever }
    promise.succeed(1)
    let other = withCancellationScope(linkedTo: CancellationSource().token) {
      () -> Future<Int, any Error> in
      for job in jobs.all { job() }
      return .never
    }
    #expect(future.currentValue == true)
    _ = other
  }

  @Test func theSourceIsReleasedWhenTheClosureHasRun() {
    final class Token: Sendable {}
    weak var value: Token?
    let log = Log<ExecutionContext.Job>()
    let context = ExecutionContext(
      ExecutionContext.Target("jobs", runsEachJobOnce: true) { log.add($0) }
    )
    var promise: Promise<Token, any Error>? = Promise()
    let future = promise!.future.on(context).map { _ in 7 }
    do {
      let token = Token()
      value = token
      promise!.succeed(token)
    }
    promise = nil
    #expect(value != nil)
    for job in log.all { job() }
    #expect(value == nil)
    #expect(future.currentValue == 7)
  }
}
