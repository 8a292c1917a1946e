import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

@Suite struct TimeLimitTests {
  private static let go = Signal<Int>("go")
  private static let more = Signal<Int>("more")

  @Test func aLimitOfElementsThatHaveEndedInTimeIsNotOverLater() async throws {
    let bench = Workbench()
    let workflow = Workflow("each") {
      ForEach { Perform("echo") { (number: Int) in number }.checkpoint() }
        .timeout(.seconds(3600))
      Wait(for: .seconds(7200))
      Perform("count") { (numbers: [Int]) in numbers.count }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: [1, 2])
      #expect(try await run.value == 2)
      await runs.stop()
    }
  }

  @Test func aLimitOfASignalThatHasComeInTimeIsNotOverLater() async throws {
    let bench = Workbench()
    let workflow = Workflow("ask") {
      Workflow("question") {
        Perform("ask") { (number: Int) in number }.checkpoint()
        WaitForSignal(Self.go)
      }
      .timeout(.seconds(3600))
      Wait(for: .seconds(7200))
      Perform("add") { (number: Int, more: Int) in number + more }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.clock.sleep(for: .seconds(60))
      try await run.send(2, to: Self.go)
      #expect(try await run.value == 3)
      await runs.stop()
    }
  }
}
