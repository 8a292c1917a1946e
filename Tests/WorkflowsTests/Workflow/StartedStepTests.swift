import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// The results of a workflow's control methods can be started, and add no span to another workflow.
@Suite struct StartedStepTests {
  @Test func aWorkflowWithATimeLimitCanBeStarted() async throws {
    let limited = Workflow("sum") {
      Increment()
      Increment()
    }.timeout(.seconds(60))
    #expect(try await limited.start(1).value == 3)
    #expect(try await limited(1) == 3)
    #expect(limited.name == "sum")
  }

  @Test func aTimeLimitEndsARunThatItStarted() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let run = Workflow("sum") { gate }.timeout(.seconds(3), clock: clock).start(1)
    try await gate.arrival()
    clock.advance(by: .seconds(3))
    await #expect(throws: TimeoutError.self) { try await run.value }
    #expect(run.trace.spans.map(\.name) == ["sum", "sum", "gate"])
    gate.open()
  }

  @Test func everyControlMethodGivesAWorkflow() async throws {
    let cache = ResultCache<Int, Int>()
    let base = Workflow("sum") { Increment() }
    let all: [Workflow<Int, Int>] = [
      base.retry(RetryPolicy(attempts: 2)),
      base.timeout(.seconds(60)),
      base.recover { _ in 0 },
      base.recover { input, _ in input },
      base.recover(with: Increment()),
      base.cached(in: cache),
      base.named("more"),
      base.weighted(2),
    ]
    for workflow in all { #expect(try await workflow.start(1).value == 2) }
    #expect(all.map(\.weight) == [1, 1, 1, 1, 1, 1, 1, 2])
    #expect(all[6].name == "more")
    #expect(try await base.asResult().start(1).value.get() == 2)
    #expect(try await base.keepingInput().start(1).value == (1, 2))
  }

  @Test func insideAWorkflowTheyAddNoSpan() async throws {
    let workflow = Workflow("sum") {
      Increment().weighted(1).timeout(.seconds(60))
      Workflow("inner") { Increment() }.timeout(.seconds(60)).named("second").weighted(2)
    }
    #expect(workflow.stepNames == ["Increment", "second"])
    #expect(workflow.weight == 3)
    let run = workflow.start(1)
    #expect(try await run.value == 3)
    #expect(run.trace.spans.map(\.name) == ["sum", "Increment", "second", "Increment"])
  }

  @Test func whatFollowsThemIsAStepOfTheSameWorkflow() async throws {
    let base = Workflow("sum") { Increment() }
    let chain = base.timeout(.seconds(60)).then(Increment())
    #expect(chain.stepNames == ["sum", "Increment"])
    let run = Workflow("outer") { chain.named("chain") }.start(1)
    #expect(try await run.value == 3)
    #expect(run.trace.spans.map(\.name) == ["outer", "chain", "sum", "Increment", "Increment"])
  }
}
