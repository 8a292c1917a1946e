import Testing
import TestSupport
import Workflows

@Suite struct WorkflowTests {
  @Test func stepsRunInOrderAndHandOnTheirOutputs() async throws {
    let workflow = Workflow("text") {
      Perform("double") { (number: Int) in number * 2 }
      Perform("print") { (number: Int) in "\(number)" }
    }
    #expect(workflow.name == "text")
    #expect(workflow.stepNames == ["double", "print"])
    #expect(workflow.count == 2)
    #expect(try await workflow.start(21).value == "42")
  }

  @Test func closuresNeedNoTypesInAChain() async throws {
    let workflow = Increment()
      .then { "\($0)" }
      .then("count") { text in text.count }
    #expect(workflow.stepNames == ["Increment", "closure", "count"])
    #expect(try await workflow(99) == 3)
  }

  @Test func aWorkflowIsAStep() async throws {
    let inner = Workflow("inner") {
      Increment()
      Increment()
    }
    let outer = Workflow("outer") {
      inner
      Increment()
    }
    #expect(outer.stepNames == ["inner", "Increment"])
    let nested = Workflow("outer") {
      Increment()
      inner
    }
    #expect(nested.stepNames == ["Increment", "inner"])
    #expect(try await outer(0) == 3)
    #expect(try await nested(0) == 3)
  }

  @Test func anEmptyWorkflowGivesWhatItGets() async throws {
    let workflow = Workflow<String, String>.empty(named: "empty")
    #expect(workflow.count == 0)
    #expect(workflow.stepNames == [])
    let run = workflow.start("same")
    #expect(try await run.value == "same")
    #expect(run.fractionCompleted == 1)
  }

  @Test func copiesAreIndependent() async throws {
    let base = Workflow("base") { Increment() }
    var copy = base
    copy = copy.appending(Increment())
    #expect(base.count == 1)
    #expect(copy.count == 2)
    #expect(try await base(0) == 1)
    #expect(try await copy(0) == 2)
    #expect(copy.named("copy").name == "copy")
    #expect(copy.name == "base")
  }

  @Test(arguments: [true, false])
  func stepsAreChosenWhenTheWorkflowIsBuilt(_ choice: Bool) async throws {
    let workflow = Workflow {
      Increment()
      if choice {
        Perform { (number: Int) in "yes \(number)" }
      } else {
        Perform { (number: Int) in "no \(number)" }
      }
      if choice {
        Perform { (text: String) in text + "!" }
      }
    }
    #expect(try await workflow(1) == (choice ? "yes 2!" : "no 2"))
  }

  @Test(arguments: 0..<5)
  func aWorkflowHasAnyNumberOfBranches(_ choice: Int) async throws {
    let workflow = Workflow {
      Increment()
      if choice == 0 {
        Perform { (number: Int) in "zero \(number)" }
      } else if choice == 1 {
        Perform { (number: Int) in "one \(number)" }
      } else {
        Perform { (number: Int) in "more \(number)" }
      }
      switch choice {
      case 0: Perform { (text: String) in text + "!" }
      case 1: Perform { (text: String) in text + "?" }
      case 2: Perform { (text: String) in text + "." }
      case 3: Perform { (text: String) in text + ";" }
      default: Perform { (text: String) in text + "," }
      }
      if choice == 0 {
        Perform { (text: String) in text + "0" }
      } else if choice == 1 {
        Perform { (text: String) in text + "1" }
      }
    }
    let expected = ["zero 2!0", "one 2?1", "more 2.", "more 2;", "more 2,"]
    #expect(try await workflow(1) == expected[choice])
  }

  @Test func theErrorOfAStepEndsTheRunAndLaterStepsDoNotBegin() async throws {
    let calls = Counter()
    let workflow = Workflow {
      Fail(TestError("first"))
      Perform { (number: Int) in
        calls.add()
        return number
      }
    }
    let run = workflow.start(1)
    await #expect(throws: TestError("first")) { try await run.value }
    #expect(run.state == .failed)
    #expect(calls.value == 0)
  }

  @Test func nilIsAValueLikeAnyOther() async throws {
    let workflow = Perform { (text: String) in Int(text) }
      .then { number in number.map { $0 + 1 } }
    #expect(try await workflow("41") == 42)
    #expect(try await workflow("none") == nil)
  }

  @Test func oneWorkflowRunsManyTimesAtOnce() async throws {
    let workflow = Workflow { Increment().then(Increment()) }
    let runs = (0..<50).map { workflow.start($0) }
    #expect(Set(runs.map(\.id)).count == 50)
    for (index, run) in runs.enumerated() { #expect(try await run.value == index + 2) }
  }
}
