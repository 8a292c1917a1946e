import Futures
import TestSupport
import Testing
import Workflows

@Suite struct FinallyTests {
  private let log = Log<String>()

  @Test func itRunsAfterASuccess() async throws {
    let run = Workflow("outer") {
      Increment().named("a").finally { [log] input in log.add("finally \(input)") }
      Perform("b") { [log] (number: Int) in
        log.add("b \(number)")
        return number
      }
    }.start(1)
    #expect(try await run.value == 2)
    #expect(log.all == ["finally 1", "b 2"])
    #expect(run.trace.spans.map(\.name) == ["outer", "a", "a", "finally", "b"])
    #expect(run.trace.spans.map { $0.parent?.number } == [nil, 0, 1, 1, 0])
  }

  @Test func itRunsAfterAFailure() async throws {
    let run = Workflow {
      Fail(TestError("x")).finally { [log] input in log.add("finally \(input)") }
    }.start(1)
    await #expect(throws: TestError("x")) { try await run.value }
    #expect(log.all == ["finally 1"])
  }

  @Test func itRunsAfterACancellationAndIsNotCancelled() async throws {
    let gate = Gate()
    let cleaning = Gate("cleaning")
    let run = Workflow("outer") {
      gate.finally { [log] input in
        _ = try await cleaning.run(input, in: StepContext())
        log.add("cancelled: \(Task.isCancelled || CancellationToken.current.isCancelled)")
      }
    }.start(1)
    try await gate.arrival()
    run.cancel()
    #expect(run.state == .cancelled)
    try await cleaning.arrival()
    cleaning.open()
    await run.stopped()
    #expect(log.all == ["cancelled: false"])
    let last = try #require(run.trace.spans.last)
    #expect(last.name == "finally")
    #expect(last.outcome == .succeeded)
  }

  @Test func itDoesNotRunIfTheStepNeverBegins() async throws {
    let run = Workflow {
      Fail(TestError("x"))
      Increment().finally { [log] _ in log.add("finally") }
    }.start(1)
    await #expect(throws: TestError("x")) { try await run.value }
    #expect(log.all.isEmpty)
  }

  @Test func itsErrorFailsAStepThatHasSucceeded() async throws {
    let step = Workflow { Increment().finally { _ in throw TestError("cleaning") } }
    await #expect(throws: TestError("cleaning")) { try await step(1) }
  }

  @Test func itsErrorDoesNotReplaceThatOfTheStep() async throws {
    let run = Workflow("outer") {
      Fail(TestError("x")).named("a").finally { _ in throw TestError("cleaning") }
    }.start(1)
    await #expect(throws: TestError("x")) { try await run.value }
    #expect(run.trace.spans.last?.outcome == .failed(error: "TestError cleaning"))
  }

  @Test func aWorkflowWithOneCanBeStarted() async throws {
    let workflow = Workflow("outer") { Increment() }.finally { [log] _ in log.add("finally") }
    #expect(try await workflow.start(1).value == 2)
    #expect(log.all == ["finally"])
  }

  @Test func compensationsRunAfterIt() async throws {
    let run = Workflow {
      Increment().compensate { [log] _ in log.add("undo") }
      Fail(TestError("x")).finally { [log] _ in log.add("finally") }
    }.start(1)
    await #expect(throws: TestError("x")) { try await run.value }
    #expect(log.all == ["finally", "undo"])
  }
}
