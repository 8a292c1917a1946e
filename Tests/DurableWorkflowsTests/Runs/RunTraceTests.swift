@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import FuturesTesting
import Testing
import Workflows

@Suite struct RunTraceTests {
  private static let go = Signal<Int>("go")

  private func workflow(_ bench: Workbench) -> Workflow<Int, Int> {
    let clock = bench.clock
    return Workflow("import") {
      Perform("list") { (count: Int) in
        try await clock.sleep(for: .seconds(1))
        return Array(1...count)
      }
      .checkpoint()
      ForEach(maxConcurrent: 2, name: "files") {
        Perform("load") { (number: Int) in
          try await clock.sleep(for: .seconds(2))
          return number
        }
        .checkpoint()
      }
      .keyed { "file \($0)" }
      WaitForSignal(Self.go)
      Perform("save") { (numbers: [Int], more: Int) in numbers.reduce(more, +) }.checkpoint()
    }
  }

  @Test func theTraceOfARunSpansItsProcesses() async throws {
    let bench = Workbench()
    let workflow = workflow(bench)
    let first = try bench.process(workflow.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(workflow, id: "a", input: 3)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
    }
    let second = try bench.process(workflow.durable())
    let trace = try await bench.run {
      second.start()
      let run = try second.run(of: workflow, id: "a")
      try await run.send(4, to: Self.go)
      let value = try await run.value
      #expect(value == 10)
      await second.stop()
      return try await run.trace
    }
    let spans = trace.spans
    #expect(
      spans.map(\.name) == [
        "import", "list", "files", "file 1", "load", "file 2", "load", "file 3", "load", "save",
      ]
    )
    #expect(spans.allSatisfy { $0.outcome == .succeeded && $0.tag == "a" })
    let loads = spans.filter { $0.name == "load" }
    #expect(loads.map(\.start) == [.seconds(1), .seconds(1), .seconds(3)])
    #expect(loads.map(\.end) == [.seconds(3), .seconds(3), .seconds(5)])
    #expect(Set(loads.prefix(2).map(\.lane)).count == 2)
    #expect(trace.svg().contains("file 2"))
  }

  /// The time for each step depends neither on the steps around others nor on those at its time.
  @Test(.timeLimit(.minutes(1))) func aTraceOfManyStepsAtOnceTakesLittleTime() async throws {
    let bench = Workbench()
    let store = bench.store
    _ = try await store.submit(RunSubmission(id: "a", workflow: "import", input: Data("1".utf8)))
    let request = ClaimRequest(
      worker: "worker",
      workflows: [WorkflowVersion("import")],
      lease: .seconds(3600)
    )
    let run = try #require(try await store.claim(request).runs.first)
    bench.clock.advance(by: .seconds(60))
    let write = RunWrite(
      run: "a",
      epoch: run.row.epoch,
      token: 1,
      changes: (1...20_000).map { number in
        .record(
          RecordPath("/import/files/file \(number)/load"),
          Data("1".utf8),
          type: "Int",
          isCompensated: false,
          took: number
        )
      },
      continuation: .keep
    )
    _ = try await store.commit(write)
    let spans = try await bench.process().trace(of: "a").spans
    #expect(spans.count == 40_002)
    let loads = spans.filter { $0.name == "load" }
    #expect(loads.map(\.lane) == Array(0..<20_000))
    #expect(loads.last?.start == .milliseconds(59_999))
  }

  @Test func aRunThatHasNotEndedLastsUntilNow() async throws {
    let bench = Workbench()
    let workflow = workflow(bench)
    let runs = try bench.process(workflow.durable())
    let trace = try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 3)
      try await bench.until { try await run.status == .waiting }
      try await bench.clock.sleep(for: .seconds(3600))
      await runs.stop()
      return try await run.trace
    }
    #expect(trace.spans.first?.end == nil)
    #expect(trace.now >= .seconds(3600) && trace.now < .seconds(3700))
  }

  @Test func theEventsOfARunAreToldInOrder() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("undo") {
      Perform("one") { (number: Int) in number }.checkpoint()
        .compensate { (_: Int) in calls.add("undo") }
      WaitForSignal(Self.go)
      Perform("two") { (_: Int, _: Int) -> Int in throw Broken() }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    let events = try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      var events: [DurableRunEvent] = []
      for try await event in run.events {
        events.append(event)
        if event == .status(.waiting) { try await run.send(1, to: Self.go) }
      }
      await runs.stop()
      return events
    }
    #expect(
      events.filter { ![.status(.queued), .status(.running)].contains($0) } == [
        .recorded(step: "/undo/one"), .status(.waiting),
        .undone(step: "/undo/one", hasSucceeded: true), .status(.failed),
      ]
    )
  }

  @Test func aProcessTellsOfRunsWhoseWorkflowItDoesNotKnow() async throws {
    let bench = Workbench()
    let workflow = Workflow("flow") {
      Perform("one") { (number: Int) in number }.checkpoint()
    }
    let worker = try bench.process(workflow.durable())
    let other = try bench.process()
    let events = try await bench.run {
      worker.start()
      let run = try await worker.submit(workflow, id: "a", input: 1)
      _ = try await run.value
      var events: [DurableRunEvent] = []
      for try await event in other.events(of: "a") { events.append(event) }
      await worker.stop()
      return events
    }
    #expect(events == [.recorded(step: "/flow/one"), .status(.succeeded)])
    #expect(try await other.trace(of: "a").spans.map(\.name) == ["flow", "one"])
    await #expect(throws: UnknownRun.self) { try await other.trace(of: "b") }
    await #expect(throws: UnknownRun.self) { for try await _ in other.events(of: "b") {} }
  }

  @Test func theEventsOfARunGoOnUntilItHasEnded() async throws {
    let bench = Workbench()
    let clock = bench.clock
    let workflow = Workflow("slow") {
      Perform("one") { (number: Int) in
        try await clock.sleep(for: .seconds(1))
        return number
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    let events = try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      var events: [DurableRunEvent] = []
      for try await event in run.events { events.append(event) }
      await runs.stop()
      return events
    }
    #expect(events == [.status(.running), .recorded(step: "/slow/one"), .status(.succeeded)])
  }

  private struct Broken: Error {}

  @Test func elementsWithOneKeyFailTheirStep() async throws {
    let workflow = Workflow("keys") {
      ForEach { Perform("echo") { (number: Int) in number } }.keyed { "\($0 % 2)" }
    }
    let run = workflow.start([1, 2, 3])
    let error = await #expect(throws: DuplicateElementKey.self) { try await run.value }
    #expect(error?.key == "1")
    #expect(try await workflow([1, 2]) == [1, 2])
  }
}
