import TestSupport
import Testing
import Workflows

/// A workflow that stands first in another one is one of its steps, as in any other position.
@Suite struct NestedFirstTests {
  private let inner = Workflow("inner") {
    Increment().named("a")
    Increment().named("b")
  }

  @Test func itKeepsItsNameAndSpan() async throws {
    let workflow = Workflow("outer") {
      inner
      Increment().named("c")
    }
    #expect(workflow.stepNames == ["inner", "c"])
    #expect(workflow.count == 2)
    let run = workflow.start(0)
    #expect(try await run.value == 3)
    #expect(run.trace.spans.map(\.name) == ["outer", "inner", "a", "b", "c"])
    #expect(run.trace.spans.map { $0.parent?.number } == [nil, 0, 1, 1, 0])
  }

  @Test func itKeepsThemAlone() async throws {
    let run = Workflow("outer") { inner }.start(0)
    #expect(try await run.value == 2)
    #expect(run.trace.spans.map(\.name) == ["outer", "inner", "a", "b"])
  }

  @Test func itKeepsItsShareOfTheProgress() async throws {
    let gate = Gate()
    let run = Workflow("outer") {
      inner.weighted(3)
      gate
    }.start(0)
    try await gate.arrival()
    #expect(run.fractionCompleted == 0.75)
    gate.open()
    _ = try await run.value
  }

  @Test(arguments: [true, false])
  func stepsChosenByAConditionAreStepsOfTheWorkflow(_ choice: Bool) async throws {
    let workflow = Workflow("outer") {
      if choice {
        Increment().named("yes")
        Increment().named("more")
      } else {
        Increment().named("no")
      }
      Increment().named("last")
    }
    #expect(workflow.stepNames == (choice ? ["yes", "more", "last"] : ["no", "last"]))
  }

  @Test func stepsOfAFunctionThatBuildsAreStepsOfTheWorkflow() async throws {
    @WorkflowBuilder func steps() -> Workflow<Int, Int> {
      Increment().named("a")
      Increment().named("b")
    }
    let workflow = Workflow("outer") {
      steps()
      Increment().named("c")
    }
    #expect(workflow.stepNames == ["a", "b", "c"])
  }

  @Test func aChainWithoutANameHasNoSpan() async throws {
    let chain = Increment().named("a").then(Increment().named("b"))
    let run = Workflow("outer") { chain }.start(0)
    #expect(try await run.value == 2)
    #expect(run.trace.spans.map(\.name) == ["outer", "a", "b"])
  }
}
