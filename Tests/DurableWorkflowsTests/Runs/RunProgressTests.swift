@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

@Suite struct RunProgressTests {
  private static let go = Signal<Int>("go")

  /// A workflow of a step, a wait, two concurrent steps, and a last step with a weight of two.
  private let workflow = Workflow("count") {
    Perform("one") { (number: Int) in number }.checkpoint()
    WaitForSignal(Self.go)
    Perform("two") { (number: Int, more: Int) in number + more }.checkpoint()
    Perform("last") { (number: Int) in number }.checkpoint().weighted(2)
  }

  /// Returns a process that observes the runs of another one and receives no news of its own.
  private func observer(in bench: Workbench) throws -> DurableRuns {
    try bench.process(
      workflow.durable(),
      options: DurableRunsOptions(pollInterval: .milliseconds(10))
    )
  }

  @Test func progressIsKnownInEachProcess() async throws {
    let bench = Workbench()
    let runs = try bench.process(workflow.durable())
    let other = try observer(in: bench).run(of: workflow, id: "a")
    try await bench.run {
      let run = try await runs.submit(workflow, id: "a", input: 1)
      #expect(try await other.fractionCompleted == 0)
      runs.start()
      try await bench.until { try await run.status == .waiting }
      #expect(try await other.fractionCompleted == 0.25)
      var told: [Double] = []
      for try await fraction in other.progress {
        told.append(fraction)
        try await run.send(2, to: Self.go)
      }
      #expect(told.first == 0.25)
      #expect(told.last == 1)
      #expect(told == told.sorted())
      await runs.stop()
    }
  }

  @Test func progressIsToldAtEachWriteOfTheSameProcess() async throws {
    let bench = Workbench()
    let clock = bench.clock
    @Sendable func slow(_ name: String) -> some Step<Int, Int> {
      Perform(name) { (number: Int) in
        try await clock.sleep(for: .seconds(1))
        return number
      }
      .checkpoint()
    }
    let workflow = Workflow("count") {
      slow("one")
      slow("two")
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      var told: [Double] = []
      for try await fraction in run.progress { told.append(fraction) }
      #expect(told == [0, 0.5, 1])
      // No process has polled.
      #expect(clock.now.offset < .seconds(60))
      await runs.stop()
    }
  }

  @Test func elementsCountOnceTheyAreRecorded() async throws {
    let bench = Workbench()
    let clock = bench.clock
    let workflow = Workflow("parts") {
      Perform("split") { (count: Int) in Array(1...count) }.checkpoint()
      ForEach(maxConcurrent: 1) {
        Perform("work") { (number: Int) in number }.checkpoint()
        Perform("store") { (number: Int) in
          if number == 5 { try await clock.sleep(for: .seconds(86_400)) }
          return number
        }
        .checkpoint()
      }
      Perform("sum") { (numbers: [Int]) in numbers.reduce(0, +) }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    let other = try bench.process(workflow.durable()).run(of: workflow, id: "a")
    try await bench.run {
      let run = try await runs.submit(workflow, id: "a", input: 6)
      runs.start()
      // Four of the six elements, and half of the fifth.
      let expected = (1 + 4.5 / 6 * 2) / 4
      let isReached = try await bench.ended(within: .seconds(60)) {
        try await abs(other.fractionCompleted - expected) < 1e-9
      }
      #expect(isReached)
      #expect(try await run.value == 21)
      await runs.stop()
    }
  }

  @Test func branchesCountByTheirWeights() async throws {
    let bench = Workbench()
    let workflow = Workflow("both") {
      Parallel("sides") {
        Perform("left") { (number: Int) in number }.checkpoint()
        Workflow("right") {
          Perform("first") { (number: Int) in number }.checkpoint()
          WaitForSignal(Self.go)
          Perform("second") { (number: Int, _: Int) in number }.checkpoint()
        }
      }
      When("positive") { (left: Int, _: Int) in
        left > 0
      } then: {
        Perform("sum") { (left: Int, right: Int) in left + right }.checkpoint()
      } otherwise: {
        Perform("zero") { (_: Int, _: Int) in 0 }.checkpoint()
      }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      // The left side, and half of the right one, which counts twice; then comes the sum.
      #expect(try await run.fractionCompleted == 0.5)
      try await run.send(2, to: Self.go)
      #expect(try await run.value == 2)
      #expect(try await run.fractionCompleted == 1)
      await runs.stop()
    }
  }

  @Test func choicesAndFallbacksCount() async throws {
    struct Broken: Error {}
    let more = Signal<Int>("more")
    let bench = Workbench()
    let workflow = Workflow("choices") {
      When("positive") { (number: Int) in
        number > 0
      } then: {
        Perform("a") { (number: Int) in number }.checkpoint()
        WaitForSignal(Self.go)
        Perform("b") { (number: Int, _: Int) in number }.checkpoint()
      } otherwise: {
        Perform("zero") { (_: Int) in 0 }.checkpoint()
      }
      Perform("risky") { (_: Int) -> Int in throw Broken() }
        .checkpoint()
        .recover(
          with: Workflow("other") {
            Perform("c") { (number: Int) in number }.checkpoint()
            WaitForSignal(more)
            Perform("d") { (number: Int, _: Int) in number }.checkpoint()
          }
        )
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      // Half of the chosen branch, which counts twice.
      #expect(try await run.fractionCompleted == 1.0 / 3)
      try await run.send(1, to: Self.go)
      // The other half, and half of the fallback.
      try await bench.until { try await run.fractionCompleted > 0.8 }
      #expect(try await run.fractionCompleted == 2.5 / 3)
      try await run.send(1, to: more)
      #expect(try await run.value == 1)
      await runs.stop()
    }
  }

  @Test func aRunThatFailsEndsItsProgressWhereItStands() async throws {
    struct Broken: Error {}
    let bench = Workbench()
    let workflow = Workflow("broken") {
      Perform("one") { (number: Int) in number }.checkpoint()
      Perform("two") { (_: Int) -> Int in throw Broken() }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      await #expect(throws: DurableRunFailed.self) { try await run.value }
      var told: [Double] = []
      for try await fraction in run.progress { told.append(fraction) }
      #expect(told == [0.5])
      let unknown = try runs.run(of: workflow, id: "b")
      await #expect(throws: UnknownRun.self) { try await unknown.fractionCompleted }
      await runs.stop()
    }
  }

  @Test func aMonitorObservesEachExecution() async throws {
    let bench = Workbench()
    let reports = Calls()
    let monitor = WorkflowMonitor(on: .inline, reporting: .progress) { report in
      reports.add("\(report.tag as? String ?? "") \(report.state) \(report.fractionCompleted)")
    }
    let runs = try DurableRuns(
      store: RunStore(bench.store),
      workflows: [workflow.durable()],
      clock: bench.clock,
      monitor: monitor
    )
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      try await run.send(2, to: Self.go)
      #expect(try await run.value == 3)
      await runs.stop()
    }
    #expect(reports.all.contains { $0.hasPrefix("a running 0.25") })
    #expect(reports.all.contains { $0.hasPrefix("a cancelled") })
    #expect(reports.all.last { $0.hasPrefix("a succeeded") } != nil)
  }
}
