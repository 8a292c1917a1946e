@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

/// Workflows without inputs or outputs, and edge cases of runs.
@Suite struct RunFormsTests {
  private static let go = Signal<Int>("go")

  private struct Broken: Error {}

  @Test func workflowsNeedNoInputAndNoOutput() async throws {
    let bench = Workbench()
    let calls = Calls()
    let nothing = Workflow("nothing") {
      Perform("call") { (_: Void) in calls.add("nothing") }.checkpoint()
    }
    let input = Workflow("input") {
      Perform("call") { (text: String) in calls.add(text) }.checkpoint()
      WaitForSignal(Self.go)
      Perform("end") { (_: Void, _: Int) in }
    }
    let output = Workflow("output") { Perform("call") { (_: Void) in "output" } }
    let whole = Workflow("whole") { Workflow("part") { output }.checkpoint() }
    let runs = try bench.process(
      nothing.durable(),
      input.durable(),
      output.durable(),
      whole.durable()
    )
    try await bench.run {
      runs.start()
      try await runs.submit(nothing, id: "a").value
      let run = try await runs.submit(input, id: "b", input: "input")
      try await run.send(1, to: Self.go)
      try await run.value
      #expect(try await runs.submit(output, id: "c").value == "output")
      #expect(try await runs.submit(whole, id: "d").value == "output")
      await runs.stop()
    }
    #expect(calls.all == ["nothing", "input"])
  }

  @Test func aSubmissionCanBeAddedByOtherMeans() async throws {
    let bench = Workbench()
    let workflow = Workflow("echo") { Perform("echo") { (text: String) in text } }
    let runs = try bench.process(
      workflow.durable(),
      options: DurableRunsOptions(pollInterval: .seconds(60), maxRecordSize: 100)
    )
    let submission = try runs.submission(
      of: workflow,
      id: "a",
      input: "hello",
      after: .seconds(10),
      timeLimit: .seconds(60)
    )
    #expect(submission.delay == .seconds(10) && submission.timeLimit == .seconds(60))
    #expect(throws: OutputTooLarge.self) {
      let input = String(repeating: "long", count: 100)
      return try runs.submission(of: workflow, id: "b", input: input)
    }
    try await bench.run {
      runs.start()
      _ = try await bench.store.submit(submission)
      let value = try await runs.run(of: workflow, id: "a").value
      #expect(value == "hello")
      await runs.stop()
    }
  }

  @Test func anOutputOfARunIsLimitedAsRecordsAre() async throws {
    let bench = Workbench()
    let workflow = Workflow("large") {
      Perform("grow") { (count: Int) in String(repeating: "x", count: count) }
    }
    let runs = try bench.process(
      workflow.durable(),
      options: DurableRunsOptions(pollInterval: .seconds(60), maxRecordSize: 100)
    )
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1000)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.type == "OutputTooLarge")
      await runs.stop()
    }
  }

  @Test func aStepIsCancelledWhenTheTimeOfItsRunIsOver() async throws {
    let bench = Workbench()
    let clock = bench.clock
    let workflow = Workflow("slow") {
      Perform("wait") { (number: Int) in
        try await clock.sleep(for: .seconds(600))
        return number
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1, timeLimit: .seconds(60))
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.type == "RunDeadlineExceeded")
      // A run whose time limit ends before it begins does not begin.
      let late = try await runs.submit(
        workflow,
        id: "b",
        input: 1,
        after: .seconds(60),
        timeLimit: .seconds(30)
      )
      await #expect(throws: DurableRunFailed.self) { try await late.value }
      await runs.stop()
    }
    #expect(clock.now.offset < .seconds(300))
  }

  @Test func anOutputThatCannotBeEncodedFailsItsStep() async throws {
    let bench = Workbench()
    let workflow = Workflow("divide") {
      Perform("divide") { (number: Double) in number / 0 }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.message.hasPrefix("The output of '/divide/divide' cannot be encoded") == true)
      await runs.stop()
    }
  }

  @Test func aSignalOfAnotherTypeSetsTheRunAside() async throws {
    let bench = Workbench()
    let workflow = Workflow("signal") {
      Perform("one") { (number: Int) in number }.checkpoint()
      WaitForSignal(Self.go)
      Perform("sum") { (number: Int, more: Int) in number + more }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      // As a tool sends it, which does not know the type.
      _ = try await bench.store.send(Data("\"text\"".utf8), to: "go", of: "a")
      let error = await #expect(throws: DurableRunSetAside.self) { try await run.value }
      #expect(
        error?.reason.contains(
          "The signal 'go' cannot be read as Int: the value is not of type Int."
        ) == true
      )
      #expect(try await run.trace.spans.first?.outcome == .running)
      #expect(try await run.withdraw(Self.go) == .withdrawn)
      #expect(try await run.send(2, to: Self.go) == .kept)
      #expect(try await run.withdraw(Self.go) == .withdrawn)
      #expect(try await run.send(3, to: Self.go) == .kept)
      #expect(try await runs.reopen("a"))
      #expect(try await run.value == 4)
      await runs.stop()
    }
  }

  @Test func aStepInDoubtThatDoesNotSayHowToUndoItIsNamed() async throws {
    let bench = Workbench()
    let calls = Calls()
    let clock = bench.clock
    let workflow = Workflow("doubt") {
      Perform("charge") { (number: Int) in
        calls.add("charge")
        if calls.all.count == 1 { try await clock.sleep(for: .seconds(86_400)) }
        return number
      }
      .checkpoint()
      .compensate { (_: Int) in calls.add("refund") }
    }
    let options = DurableRunsOptions(lease: .seconds(30), pollInterval: .seconds(5))
    try await bench.run {
      var first: DurableRuns? = try bench.process(workflow.durable(), options: options)
      first?.start()
      let run = try await first?.submit(workflow, id: "a", input: 1)
      try await bench.until { calls.all.count == 1 }
      _ = run
      first = nil
    }
    let second = try bench.process(workflow.durable(), options: options)
    try await bench.run {
      try await second.cancel("a")
      second.start()
      let run = try second.run(of: workflow, id: "a")
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      #expect(try await run.trace.spans.first?.outcome == .cancelled)
      await second.stop()
    }
    #expect(calls.all == ["charge"])
    #expect(bench.events.contains { $0.contains("nobody knows whether it had an effect") })
  }

  @Test func anUnknownRunHasNoEventsAndNoTrace() async throws {
    let bench = Workbench()
    let workflow = Workflow("echo") { Perform("echo") { (text: String) in text } }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      let run = try runs.run(of: workflow, id: "a")
      await #expect(throws: UnknownRun.self) { try await run.trace }
      await #expect(throws: UnknownRun.self) {
        for try await _ in run.events {}
      }
    }
  }

  @Test func theLongestTimesAreTimes() async throws {
    let bench = Workbench()
    let workflow = Workflow("late") { Perform("echo") { (number: Int) in number } }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      for (id, delay) in [("a", Int64.max), ("b", 10_000_000_000_000)] {
        let run = try await runs.submit(workflow, id: id, input: 1, after: .seconds(delay))
        #expect(try await run.status == .waiting)
      }
      let run = try await runs.submit(workflow, id: "c", input: 1, after: .seconds(Int64.min))
      #expect(try await run.status == .queued)
    }
  }

  @Test func aFailedRunHasItsErrorInTheTrace() async throws {
    let bench = Workbench()
    let workflow = Workflow("failing") {
      Perform("one") { (number: Int) in number }.checkpoint()
      Perform("two") { (_: Int) -> Int in throw Broken() }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      await #expect(throws: DurableRunFailed.self) { try await run.value }
      let spans = try await run.trace.spans
      #expect(spans.map(\.name) == ["failing", "one"])
      #expect(spans.first?.outcome == .failed(error: "Broken: Broken()"))
      await runs.stop()
    }
  }

  @Test func aSignalInMemoryIsWaitedForWithoutALimit() async throws {
    let workflow = Workflow("memory") {
      Perform("one") { (number: Int) in number }.checkpoint()
      WaitForSignal(Self.go)
      Perform("sum") { (number: Int, more: Int) in number + more }.checkpoint()
    }
    let run = workflow.start(1)
    run.send(2, to: Self.go)
    #expect(try await run.value == 3)
    let other = workflow.start(1)
    other.send("text", to: Signal<String>("go"))
    await #expect(throws: (any Error).self) { try await other.value }
  }
}
