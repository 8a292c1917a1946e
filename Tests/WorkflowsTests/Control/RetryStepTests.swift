import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

/// A step that fails a number of times.
private struct Flaky: Step {
  let failures: Int
  let attempts = Log<Int>()

  func run(_ input: Int, in context: StepContext) async throws -> Int {
    attempts.add(context.attempt)
    context.report(Double(context.attempt) / 10)
    if attempts.count <= failures { throw TestError("\(attempts.count)") }
    return input
  }
}

@Suite struct RetryStepTests {
  @Test func failedAttemptsAreRepeatedAfterAPause() async throws {
    let clock = ManualClock()
    let flaky = Flaky(failures: 2)
    let policy = RetryPolicy(attempts: 3, backoff: .exponential(initial: .seconds(1)))
    let run = flaky.retry(policy, clock: clock).then { $0 }.start(7)
    try await clock.waitForPendingTimers()
    #expect(clock.pendingTimers.map(\.offset) == [.seconds(1)])
    clock.advance(by: .seconds(1))
    try await clock.waitForPendingTimers()
    #expect(clock.pendingTimers.map(\.offset) == [.seconds(3)])
    clock.advance(by: .seconds(2))
    #expect(try await run.value == 7)
    #expect(flaky.attempts.all == [1, 2, 3])
  }

  @Test func anErrorCanAskForALongerPause() async throws {
    let clock = ManualClock()
    let flaky = Flaky(failures: 2)
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(2))).pausing {
      error,
      attempt in
      (error as? TestError)?.name == "1" && attempt == 1 ? .seconds(9) : nil
    }
    let run = flaky.retry(policy, clock: clock).then { $0 }.start(7)
    try await clock.waitForPendingTimers()
    #expect(clock.pendingTimers.map(\.offset) == [.seconds(9)])
    clock.advance(by: .seconds(9))
    try await clock.waitForPendingTimers()
    #expect(clock.pendingTimers.map(\.offset) == [.seconds(11)])
    clock.advance(by: .seconds(2))
    #expect(try await run.value == 7)
  }

  @Test func theLastErrorIsTheErrorOfTheStep() async throws {
    let run = Flaky(failures: 5).retry(RetryPolicy(attempts: 2)).then { $0 }.start(7)
    await #expect(throws: TestError("2")) { try await run.value }
  }

  @Test func errorsThatThePolicyRefusesAreFinal() async throws {
    let flaky = Flaky(failures: 5)
    let policy = RetryPolicy(attempts: 9) { error, _ in (error as? TestError)?.name == "1" }
    let run = flaky.retry(policy).then { $0 }.start(7)
    await #expect(throws: TestError("2")) { try await run.value }
    #expect(flaky.attempts.count == 2)
  }

  @Test func retriesAreTakenFromTheBudget() async throws {
    let budget = RetryBudget(ratio: 1, minimumPerSecond: 0, clock: ManualClock())
    let flaky = Flaky(failures: 5)
    let run = flaky.retry(RetryPolicy(attempts: 9).within(budget)).then { $0 }.start(7)
    await #expect(throws: TestError("2")) { try await run.value }
    #expect(flaky.attempts.all == [1, 2])
  }

  @Test func stepsOfAWorkflowThatIsRetriedSeeTheNumberOfTheAttempt() async throws {
    let flaky = Flaky(failures: 2)
    let workflow = Workflow {
      Increment()
      Workflow("inner") { flaky }
    }
    let run = workflow.retry(RetryPolicy(attempts: 3)).then { $0 }.start(7)
    #expect(try await run.value == 8)
    #expect(flaky.attempts.all == [1, 2, 3])
  }

  @Test func cancelEndsAPause() async throws {
    let clock = ManualClock()
    let flaky = Flaky(failures: 5)
    let policy = RetryPolicy(attempts: 9, backoff: .constant(.seconds(60)))
    let run = flaky.retry(policy, clock: clock).then { $0 }.start(7)
    try await clock.waitForPendingTimers()
    run.cancel()
    await run.stopped()
    #expect(clock.pendingTimers.isEmpty)
    #expect(flaky.attempts.count == 1)
    #expect(run.state == .cancelled)
  }

  @Test func cancellationIsNotTriedAgain() async throws {
    let calls = Counter()
    let step = Perform { (_: Int) -> Int in
      calls.add()
      throw CancellationError()
    }
    let run = step.retry(RetryPolicy(attempts: 5)).then { $0 }.start(1)
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(calls.value == 1)
  }

  @Test func theNameAndTheWeightAreThoseOfTheStep() {
    let step = Increment().named("base").weighted(3).retry()
    #expect(step.name == "base")
    #expect(step.weight == 3)
  }
}
