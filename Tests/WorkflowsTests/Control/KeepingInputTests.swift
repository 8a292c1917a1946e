import Futures
import TestSupport
import Testing
import Workflows

@Suite struct KeepingInputTests {
  @Test func theNextStepGetsTheInputAndTheOutput() async throws {
    let workflow = Workflow {
      Increment().keepingInput()
      Perform { (before: Int, after: Int) in "\(before) \(after)" }
    }
    #expect(try await workflow(1) == "1 2")
  }

  @Test func itIsTheSameStepInTracesAndProgress() async throws {
    let step = Increment().named("add").weighted(3).keepingInput()
    #expect(step.name == "add")
    #expect(step.weight == 3)
    let run = Workflow("sum") { step }.start(1)
    #expect(try await run.value == (1, 2))
    #expect(run.trace.spans.map(\.name) == ["sum", "add"])
  }

  @Test func aFailureIsThatOfTheStep() async throws {
    let workflow = Workflow { Fail(TestError("x")).keepingInput() }
    await #expect(throws: TestError("x")) { try await workflow(1) }
  }

  @Test func stepsAroundItGiveThePair() async throws {
    let workflow = Workflow {
      Increment().retry(RetryPolicy(attempts: 2)).keepingInput().asResult().keepingInput()
    }
    let (input, result) = try await workflow(1)
    #expect(input == 1)
    #expect(try result.get() == (1, 2))
  }
}
