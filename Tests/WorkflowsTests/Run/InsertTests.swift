import Futures
import Testing
import TestSupport
import Workflows

@Suite struct InsertTests {
  private let gate = Gate<Int>("gate")

  private func start() async throws -> WorkflowRun<String> {
    let run = Workflow("main") {
      gate
      Perform("print") { (number: Int) in "\(number)" }
      Perform("mark") { (text: String) in text + "!" }
    }.start(1)
    try await gate.arrival()
    return run
  }

  @Test func stepsAreInsertedBeforeStepsThatHaveNotBegun() async throws {
    let run = try await start()
    try run.insert(Increment(), before: "print")
    try run.insert(Perform { (number: Int) in number * 10 }, before: "print")
    try run.insert(Perform { (text: String) in text + "?" }, after: "print")
    try run.append(Perform { (text: String) in text + "." })
    gate.open()
    #expect(try await run.value == "20?!.")
    #expect(
      run.trace.spans.map(\.name) == [
        "main", "gate", "Increment", "closure", "print", "closure", "mark", "closure",
      ]
    )
  }

  @Test func stepsOfAWorkflowInsideTakeNoPlaceOfTheOuterOne() async throws {
    let run = Workflow("main") {
      Increment()
      Workflow("inner") {
        Increment()
        Increment()
        gate
      }
      Perform("print") { (number: Int) in "\(number)" }
    }.start(1)
    try await gate.arrival()
    try run.insert(Perform { (number: Int) in number * 10 }, before: "print")
    gate.open()
    #expect(try await run.value == "40")
  }

  @Test func noInsertedStepBeginsAfterTheRunIsCancelled() async throws {
    struct Cancelling: Step {
      let run: Box<WorkflowRun<String>?>

      func run(_ input: Int, in context: StepContext) async throws -> Int {
        run.value?.cancel()
        return input
      }
    }
    struct Counting: Step {
      let calls: Counter

      func run(_ input: Int, in context: StepContext) async throws -> Int { input + calls.add() }
    }
    let run = try await start()
    let box = Box<WorkflowRun<String>?>(run)
    let calls = Counter()
    try run.insert(Counting(calls: calls), before: "print")
    try run.insert(Cancelling(run: box), before: "print")
    try run.insert(Counting(calls: calls), before: "print")
    gate.open()
    await run.stopped()
    box.value = nil
    #expect(run.state == .cancelled)
    #expect(calls.value == 1)
  }

  @Test func aStepCanBeInsertedBeforeTheRunStarts() async throws {
    let run = Workflow { Increment().named("first") }.prepare(1)
    try run.insert(Perform { (number: Int) in number * 10 }, before: "first")
    try run.start()
    #expect(try await run.value == 11)
  }

  @Test func anEmptyWorkflowCanBeExtended() async throws {
    let run = Workflow<Int, Int>.empty(named: "empty").prepare(1)
    try run.append(Increment())
    try run.start()
    #expect(try await run.value == 2)
  }

  @Test func refusalsSayWhyAndChangeNothing() async throws {
    let run = try await start()
    let missing = #expect(throws: StepNotInserted.self) {
      try run.insert(Increment(), before: "nothing")
    }
    #expect(missing?.reason == .noSuchStep(names: ["gate", "print", "mark"]))
    let type = #expect(throws: StepNotInserted.self) { try run.insert(Increment(), before: "mark") }
    #expect(type?.reason == .wrongType(expected: "String", found: "Int"))
    let begun = #expect(throws: StepNotInserted.self) {
      try run.insert(Increment(), before: "gate")
    }
    #expect(begun?.reason == .begun)
    #expect("\(begun!)".contains("'gate' of 'main'"))
    gate.open()
    #expect(try await run.value == "1!")
    let ended = #expect(throws: StepNotInserted.self) {
      try run.append(Perform { (text: String) in text })
    }
    #expect(ended?.reason == .ended)
  }

  @Test func aFailingInsertedStepFailsTheRun() async throws {
    let run = try await start()
    try run.insert(Fail(TestError("inserted")), before: "print")
    gate.open()
    await #expect(throws: TestError("inserted")) { try await run.value }
  }

  @Test func ofSeveralStepsOfOneNameTheFirstThatHasNotBegunIsMeant() async throws {
    let second = Gate<Int>("same")
    let run = Workflow {
      gate.named("same")
      second
      Perform("same") { (number: Int) in number * 10 }
    }.start(1)
    try await gate.arrival()
    gate.open()
    try await second.arrival()
    try run.insert(Increment(), before: "same")
    second.open()
    #expect(try await run.value == 20)
  }
}
