import Testing
import Workflows

@testable import DurableWorkflows

@Suite struct WorkflowProblemTests {
  private func outline(_ kind: StepOutline.Kind, _ name: String, _ parts: StepOutline...)
    -> StepOutline
  {
    StepOutline(kind, name, output: Int.self, parts: parts)
  }

  private func kept(_ name: String) -> StepOutline {
    outline(.checkpoint, name, outline(.step, name))
  }

  private func problems(_ parts: StepOutline...) -> [String] {
    StepOutline(.chain, "flow", output: Int.self, parts: parts).problems.map(\.description)
  }

  @Test func aWorkflowMayBeFine() {
    let all = problems(
      kept("a"),
      outline(.wait, "pause"),
      outline(.step, "look"),
      outline(.retry, "b", outline(.timeout, "b", outline(.compensate, "b", kept("b")))),
      outline(.parallel, "both", kept("c"), outline(.chain, "d", kept("e"), outline(.wait, "f"))),
      kept("g")
    )
    #expect(all == [])
  }

  @Test func allProblemsAreListed() {
    let all = problems(
      outline(.compensate, "pay", outline(.step, "pay")),
      outline(.wait, "pause"),
      kept("a"),
      kept("a"),
      outline(.cache, "b", kept("b"))
    )
    #expect(
      all == [
        "'/flow/pay' is compensated and not recorded. "
          + "Write 'checkpoint()' directly before 'compensate'.",
        "'/flow/pay' would run again after the wait at '/flow/pause'. "
          + "Add a checkpoint between them.",
        "'/flow/a' is the place of several steps, or of one that is decorated twice. "
          + "Give each a name of its own, by a workflow around it.",
        "'/flow/b' is cached, and has checkpoints or waits inside. "
          + "Cache the steps between them.",
      ]
    )
  }

  @Test func aFailureThatBecameAnOutputHasNoRecord() {
    let all = problems(
      outline(.recover, "a", kept("a")),
      outline(.settle, "b", kept("b")),
      outline(.wait, "pause")
    )
    let fine = problems(
      outline(.checkpoint, "c", outline(.recover, "c", outline(.step, "c"))),
      outline(.recover, "d", kept("d"), kept("other")),
      outline(.wait, "pause")
    )
    #expect(fine == [])
    #expect(
      all == [
        "'/flow/a' would run again after the wait at '/flow/pause'. "
          + "Add a checkpoint between them.",
        "'/flow/b' would run again after the wait at '/flow/pause'. "
          + "Add a checkpoint between them.",
      ]
    )
  }

  @Test func aBranchThatEndsRunsAgainIfAnotherOneWaits() {
    let all = problems(
      outline(.parallel, "both", outline(.step, "a"), outline(.chain, "b", outline(.wait, "c")))
    )
    #expect(
      all == [
        "'/flow/both/a' would run again after the wait at '/flow/both/b/c'. "
          + "Add a checkpoint between them."
      ]
    )
  }

  @Test func soDoesAnElementBesideOneThatWaits() {
    let element = outline(.chain, "one", outline(.wait, "pause"), outline(.step, "a"))
    let all = problems(kept("list"), outline(.forEach, "each", element))
    #expect(
      all == [
        "'/flow/each/#/a' would run again after the wait at '/flow/each/#/pause'. "
          + "Add a checkpoint between them."
      ]
    )
  }

  @Test func branchesThatAreChosenHavePlacesOfTheirOwn() {
    #expect(problems(outline(.when, "even", kept("a"), kept("a"))) == [])
    #expect(problems(outline(.recover, "a", kept("a"), kept("a"))) == [])
  }

  @Test func stepsAroundOneAnotherMayBeAmbiguous() {
    let twice = outline(.checkpoint, "a", outline(.retry, "a", kept("a")))
    #expect(problems(twice).count == 1)
    let attempts = outline(.retry, "a", outline(.retry, "a", kept("a")))
    #expect(problems(attempts).count == 1)
    // Inside a recorded step, places matter only to the process.
    let inside = outline(.retry, "a", outline(.retry, "a", outline(.step, "a")))
    #expect(problems(outline(.checkpoint, "a", inside)) == [])
  }

  @Test func theInputOfAStepIsNotRecordedWithItsOutput() {
    let all = problems(
      outline(.step, "a"),
      outline(.keepInput, "b", kept("b")),
      outline(.wait, "pause")
    )
    #expect(all.count == 1)
    #expect(problems(outline(.step, "a"), kept("b"), outline(.wait, "pause")) == [])
  }

}
