@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Testing
import Workflows

/// One run that is paused, while others go on.
@Suite struct PausedRunTests {
  private static let go = Signal<Int>("go")

  @Test func aRunThatIsWorkedOnIsGivenBackAfterItsStep() async throws {
    let bench = Workbench()
    let calls = Calls()
    let clock = bench.clock
    let workflow = Workflow("steps") {
      Perform("one") { (number: Int) in
        calls.add("one")
        try await clock.sleep(for: .seconds(10))
        return number + 1
      }
      .checkpoint()
      Perform("two") { (number: Int) in
        calls.add("two")
        return number + 1
      }
      .checkpoint()
    }
    let processes = try (1...2).map { _ in try bench.process(workflow.durable()) }
    try await bench.run {
      for process in processes { process.start() }
      let run = try await processes[0].submit(workflow, id: "a", input: 1)
      try await bench.until { calls.all == ["one"] }
      #expect(try await run.pause())
      try await clock.sleep(for: .seconds(86_400))
      #expect(calls.all == ["one"])
      #expect(try await run.status == .waiting)
      #expect(try await bench.store.load("a")?.records.count == 1)
      // Another run goes on.
      #expect(try await processes[0].submit(workflow, id: "b", input: 1).value == 3)
      #expect(try await run.resume())
      #expect(try await run.value == 3)
      #expect(calls.all == ["one", "one", "two", "two"])
      #expect(try await !run.pause())
      #expect(try await !processes[0].resume("unknown"))
      for process in processes { await process.stop() }
    }
  }

  @Test func aRunThatWaitsIsWokenWhenItIsResumed() async throws {
    let bench = Workbench()
    let workflow = Workflow("waits") {
      Perform("one") { (number: Int) in number }.checkpoint()
      WaitForSignal(Self.go)
      Perform("two") { (number: Int, more: Int) in number + more }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      #expect(try await run.pause())
      try await run.send(2, to: Self.go)
      try await bench.clock.sleep(for: .seconds(86_400))
      #expect(try await run.status == .waiting)
      try await run.resume()
      #expect(try await run.value == 3)
      let other = try await runs.submit(workflow, id: "b", input: 1)
      try await bench.until { try await other.status == .waiting }
      try await other.pause()
      #expect(try await other.cancel() == .cancelled)
      await runs.stop()
    }
  }

  @Test func aRunWhoseProcessHasDiedStaysPaused() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("one") {
      Perform("one") { (number: Int) in
        calls.add("one")
        return number
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      let run = try await runs.submit(workflow, id: "a", input: 1)
      _ = try await bench.store.claim(
        ClaimRequest(
          worker: "dead",
          workflows: [WorkflowVersion("one")],
          lease: .seconds(60)
        )
      )
      try await run.pause()
      runs.start()
      try await bench.clock.sleep(for: .seconds(86_400))
      #expect(calls.all == [])
      #expect(try await run.status == .waiting)
      try await run.resume()
      #expect(try await run.value == 1)
      await runs.stop()
    }
  }
}
