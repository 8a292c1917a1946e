import DurableWorkflows
import DurableWorkflowsTesting
import FuturesTesting
import Testing
import Workflows

/// Workflows that begin with waits.
@Suite struct LeadingWaitTests {
  private static let approval = Signal<String>("approval")

  @Test func theStepAfterAWaitDeterminesItsType() async throws {
    let bench = Workbench()
    let workflow = Workflow("later") {
      Wait(for: .seconds(60), name: "one")
      Wait(for: .seconds(60), name: "two")
      Perform("double") { (number: Int) in number * 2 }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let value = try await runs.submit(workflow, id: "run", input: 4).value
      #expect(value == 8)
      #expect(bench.clock.now.offset >= .seconds(120))
      await runs.stop()
    }
  }

  @Test func theContextDeterminesTheTypeOfWaitsAlone() async throws {
    let bench = Workbench()
    let pause = Workflow<Int, Int>("pause") { Wait(for: .seconds(60)) }
    let runs = try bench.process(pause.durable())
    try await bench.run {
      runs.start()
      let value = try await runs.submit(pause, id: "run", input: 4).value
      #expect(value == 4)
      await runs.stop()
    }
  }

  @Test func theFailureOfASignalThatIsLateIsRecovered() async throws {
    let bench = Workbench()
    let ask = Workflow<Int, (Int, String)>("ask") {
      WaitForSignal(Self.approval, timeout: .seconds(60))
    }
    let workflow = Workflow("order") {
      ask.recover { number, _ in (number, "nobody") }
      Perform("end") { (number: Int, name: String) in "\(number) \(name)" }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let late = try await runs.submit(workflow, id: "late", input: 1).value
      #expect(late == "1 nobody")
      let run = try await runs.submit(workflow, id: "approved", input: 2)
      try await run.send("Mia", to: Self.approval)
      #expect(try await run.value == "2 Mia")
      await runs.stop()
    }
  }

  @Test func aSignalBetweenWaitsComesFirst() async throws {
    let bench = Workbench()
    let workflow = Workflow("order") {
      Wait(for: .seconds(60), name: "before")
      WaitForSignal(Self.approval)
      Wait(for: .seconds(60), name: "after")
      Perform("end") { (number: Int, name: String) in "\(number) \(name)" }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "run", input: 2)
      try await run.send("Mia", to: Self.approval)
      #expect(try await run.value == "2 Mia")
      #expect(bench.clock.now.offset >= .seconds(120))
      await runs.stop()
    }
  }
}
