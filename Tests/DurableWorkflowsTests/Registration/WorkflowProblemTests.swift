import Futures
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
          + "Give each a name of its own, or a workflow around it that has one.",
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

  @Test func elementsWithoutAnOrderNeedKeys() {
    let steps = { Workflow("steps") { Perform("send") { (name: String) in name }.checkpoint() } }
    let set = ForEach(in: Set<String>.self) { steps() }
    let counts = ForEach(in: [String: Int].self) {
      Perform("count") { (entry: (key: String, value: Int)) in entry.value }
    }
    let words = ForEach(in: Dictionary<String, Int>.Keys.self) { steps() }
    let numbers = ForEach(in: Dictionary<Int, String>.Values.self) { steps() }
    let message =
      "The elements of '/flow/for each' have another order in each process, "
      + "so their numbers do not identify them. "
      + "Name them with 'keyed(by:)', or pass a sorted array."
    #expect(problems(set.outline) == [message])
    for outline in [counts.outline, words.outline, numbers.outline] {
      #expect(problems(outline) == [message])
    }
    #expect(problems(set.named("sends").retry(RetryPolicy(attempts: 2)).outline).count == 1)
    #expect(problems(set.keyed { $0 }.outline) == [])
    #expect(problems(ForEach(in: ArraySlice<String>.self) { steps() }.outline) == [])
  }

  @Test func keysOfElementsAreNotNamesOfOtherSteps() {
    let seat = Perform("seat") { (name: String) in name }.checkpoint()
    let elements = ForEach(name: "book") { seat }.keyed { $0 }
    let message =
      "The elements of '/flow/book' have keys, which can be the names of other steps in "
      + "this place. Put the 'ForEach' into a workflow with a name of its own."
    let book = Workflow("book") { Workflow("van") { seat } }
    #expect(problems(elements.outline, book.outline) == [message])
    #expect(problems(book.outline, elements.outline) == [message])
    let fallback = Perform("none") { (_: [String]) in [String]() }.checkpoint()
    #expect(problems(elements.recover(with: fallback).outline) == [message])
    let other = Workflow("all") { elements }
    #expect(problems(other.recover(with: fallback).outline, book.outline) == [])
    let numbered = ForEach(name: "book") { seat }
    #expect(problems(numbered.recover(with: fallback).outline) == [])
  }

  @Test func aSecondWaitForASignalNeedsAnotherName() {
    let all = problems(outline(.signal, "approval"), kept("a"), outline(.signal, "approval"))
    #expect(
      all == [
        "'/flow/approval' is waited for several times, and one signal would end all these waits. "
          + "Wait for a signal with another name."
      ]
    )
  }

  @Test func stepsThatReadTheirKeyNeedNamesOfTheirOwn() {
    let message =
      "'/flow/pay/closure' is the place of several steps, so their idempotency keys are "
      + "the same. Give each a name of its own."
    func pay(_ second: some Step<String, String>) -> StepOutline {
      Workflow("pay") {
        Perform.withContext { (order: String, context) in order + context.idempotencyKey }
        second
      }
      .checkpoint()
      .outline
    }
    let closure = Perform.withContext { (receipt: String, context) in
      receipt + context.idempotencyKey
    }
    #expect(problems(pay(closure)) == [message])
    #expect(problems(pay(closure.retry(RetryPolicy(attempts: 2)))) == [message])
    #expect(problems(pay(Charge(name: "closure"))) == [message])
    #expect(problems(pay(closure.named("fee"))) == [])
    #expect(problems(pay(Charge(name: "fee"))) == [])
    // It does not see its key.
    #expect(problems(pay(Perform { (receipt: String) in receipt + "!" })) == [])
    let branches = Workflow("flow") {
      When("is large") { (order: String) in
        order.count > 3
      } then: {
        closure
      } otherwise: {
        closure
      }
    }
    #expect(problems(branches.outline) == [])
    let recorded = [kept("a"), kept("a")].map { outline in
      var outline = outline.parts[0]
      outline.seesContext = true
      return self.outline(.checkpoint, "a", outline)
    }
    #expect(problems(recorded[0], recorded[1]).count == 1)
  }

  private struct Charge: Step {
    let name: String

    func run(_ order: String, in context: StepContext) async throws -> String {
      order + context.idempotencyKey
    }
  }
}
