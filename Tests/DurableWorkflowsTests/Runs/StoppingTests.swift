@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

@Suite struct StoppingTests {
  @Test func aRunThatIsTakenWhileItsProcessStopsIsGivenBack() async throws {
    let bench = Workbench()
    let (calls, events) = (Calls(), Calls())
    let workflow = Workflow("echo") {
      Perform("echo") { (number: Int) in
        calls.add("echo")
        return number
      }
      .checkpoint()
    }
    let isHeld = Locked(false)
    let (begun, stopped) = (Promise<Void, Never>(), Promise<Void, Never>())
    let plan = FaultyStore.Plan([:]) { _ in
      guard isHeld.withLock({ $0 }) else { return }
      begun.succeed()
      await stopped.future.value
    }
    let runs = try DurableRuns(
      store: RunStore(FaultyStore(bench.store, VirtualTime(), plan) {}),
      workflows: [workflow.durable()],
      options: DurableRunsOptions(pollInterval: .seconds(3600)),
      clock: bench.clock,
      onEvent: { events.add("\($0)") }
    )
    try await bench.run {
      runs.start()
      try await bench.clock.sleep(for: .seconds(1))
      isHeld.withLock { $0 = true }
      async let submitted = runs.submit(workflow, id: "a", input: 1)
      await begun.future.value
      await runs.stop()
      stopped.succeed()
      let run = try await submitted
      try await bench.clock.sleep(for: .seconds(1))
      #expect(try await run.status == .queued)
    }
    #expect(calls.all == [])
    #expect(events.all == [#"claimed(run: "a", epoch: 1)"#, #"released(run: "a")"#])
  }

  @Test func nothingIsDoneInTheStoreByATaskThatIsCancelledWithItsSteps() async throws {
    let bench = Workbench()
    let (clock, calls) = (bench.clock, Calls())
    let go = Signal<Int>("go")
    let workflow = Workflow("sleep") {
      Perform("begin") { (number: Int) in number }.checkpoint()
        .compensate { (_: Int) in calls.add("undone") }
      Perform("sleep") { (number: Int) in
        try await clock.sleep(for: .seconds(number))
        return number
      }
      .checkpoint()
      WaitForSignal(go)
      Perform("end") { (number: Int, _: Int) in number }.checkpoint()
    }
    let plan = FaultyStore.Plan([:]) { number in
      if Task.isCancelled { calls.add("operation \(number)") }
    }
    let store = FaultyStore(bench.store, VirtualTime(), plan) {}
    let options = DurableRunsOptions(pollInterval: .seconds(5))
    let runs = try DurableRuns(
      store: RunStore(store),
      workflows: [workflow.durable()],
      options: options,
      clock: clock
    )
    try await bench.run {
      runs.start()
      let cancelled = try await runs.submit(workflow, id: "cancelled", input: 900)
      let released = try await runs.submit(workflow, id: "released", input: 900)
      let parked = try await runs.submit(workflow, id: "parked", input: 1)
      try await clock.sleep(for: .seconds(10))
      #expect(try await parked.status == .waiting)
      #expect(try await runs.cancel("cancelled") == .requested)
      await #expect(throws: DurableRunCancelled.self) { try await cancelled.value }
      await runs.stop(within: .seconds(1))
      #expect(try await released.status == .queued)
    }
    #expect(calls.all == ["undone"])
  }

  @Test func aStopThatLastsLongerStopsNothingThatHasBegunAfterAnotherOne() async throws {
    let bench = Workbench()
    let clock = bench.clock
    let calls = Calls()
    let gate = Promise<Void, Never>()
    let workflow = Workflow("slow") {
      Perform("sleep") { (isStubborn: Bool) in
        calls.add(isStubborn ? "stubborn" : "slow")
        if isStubborn {
          await gate.future.value
        } else {
          try await clock.sleep(for: .seconds(30))
        }
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable(), options: DurableRunsOptions())
    try await bench.run {
      runs.start()
      try await runs.submit(workflow, id: "a", input: true)
      try await clock.sleep(for: .seconds(1))
      async let one: Void = runs.stop(within: .seconds(1))
      async let two: Void = runs.stop(within: .seconds(10))
      await one
      runs.start()
      let run = try await runs.submit(workflow, id: "b", input: false)
      await two
      try await run.value
      #expect(calls.count(of: "slow") == 1)
      gate.succeed()
      await runs.stop()
    }
  }
}
