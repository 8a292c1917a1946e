import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

@Suite struct MonitorTests {
  private let manual = ManualContext()
  private let log = Log<String>()

  private func makeMonitor() -> WorkflowMonitor {
    WorkflowMonitor(on: manual.context) { [log] run in log.add("\(run.name) \(run.state)") }
  }

  @Test func everyStateIsToldOnTheContextInOrderAndThenItStops() async throws {
    let monitor = makeMonitor()
    let run = Workflow("a") { Increment() }.prepare(1, options: RunOptions(tag: 7))
    monitor.observe(run)
    monitor.observe(run)
    #expect(monitor.runs.map(\.id) == [run.id])
    #expect(monitor.runs.first?.tag as? Int == 7)
    try run.start()
    _ = try await run.value
    try await manual.waitForJobs(2)
    #expect(log.all == [])
    manual.runAll()
    #expect(log.all == ["a running", "a succeeded"])
    #expect(monitor.runs.isEmpty)
  }

  @Test func manyRunsOfDifferentTypes() async throws {
    let monitor = WorkflowMonitor(on: .inline) { [log] run in
      if run.state.isSettled { log.add("\(run.name) \(run.state)") }
    }
    let gate = Gate<Int>()
    let good = Workflow("good") { gate }.start(1)
    let bad = Workflow("bad") { Fail(TestError(), Int.self, String.self) }.prepare(1)
    let cancelled = Workflow("cancelled") { gate }.start(1)
    monitor.observe(good)
    monitor.observe(bad)
    monitor.observe(cancelled)
    #expect(monitor.runs.map(\.name) == ["good", "bad", "cancelled"])
    cancelled.cancel()
    try bad.start()
    await bad.stopped()
    gate.open()
    await good.stopped()
    #expect(Set(log.all) == ["good succeeded", "bad failed", "cancelled cancelled"])
    #expect(monitor.runs.isEmpty)
  }

  @Test func theReportOfARunThatFailedSaysHowMuchWasDone() async throws {
    let fractions = Log<Double>()
    let monitor = WorkflowMonitor(on: .inline) { run in
      if run.state.isSettled { fractions.add(run.fractionCompleted) }
    }
    let steps = Workflow { Increment() }
    for workflow in [steps.then(Fail()), steps.then(Increment())] {
      let run = workflow.prepare(1)
      monitor.observe(run)
      try run.start()
      await run.stopped()
    }
    #expect(fractions.all == [0.5, 1])
  }

  @Test func aRunThatHasEndedIsToldOnce() async throws {
    let run = Workflow("done") { Increment() }.start(1)
    await run.stopped()
    let monitor = makeMonitor()
    monitor.observe(run)
    manual.runAll()
    #expect(log.all == ["done succeeded"])
    #expect(monitor.runs.isEmpty)
  }

  @Test func itTellsBeforeTheObserversAreCalled() async throws {
    let owner = Owner()
    let monitor = makeMonitor()
    let run = Workflow("a") { Increment() }.prepare(1)
    run.on(manual.context).onSuccess(for: owner) { [log] _, _ in log.add("observer") }
    monitor.observe(run)
    try run.start()
    await run.stopped()
    manual.runAll()
    #expect(log.all == ["a running", "a succeeded", "observer"])
  }

  @Test func itReportsOnRunsWhoseHandlesAreGone() async throws {
    let (monitor, gate) = (makeMonitor(), Gate<Int>())
    let future = {
      let run = Workflow("kept") { gate }.start(1)
      monitor.observe(run)
      return run.future
    }()
    #expect(monitor.runs.map(\.name) == ["kept"])
    gate.open()
    #expect(try await future.value == 1)
    manual.runAll()
    #expect(log.all.last == "kept succeeded")
    #expect(monitor.runs.isEmpty)
  }

  @Test func nobodyIsCalledAfterObservingWasStopped() async throws {
    let monitor = makeMonitor()
    let run = Workflow("a") { Increment() }.prepare(1)
    monitor.observe(run)
    try run.start()
    await run.stopped()
    monitor.stopObserving(run)
    manual.runAll()
    #expect(log.all == [])
  }

  @Test func aMonitorThatIsGoneLeavesTheRunAlone() async throws {
    var monitor: WorkflowMonitor? = makeMonitor()
    weak let reference = monitor
    let gate = Gate<Int>()
    let run = Workflow("a") { gate }.start(1)
    monitor?.observe(run)
    monitor = nil
    #expect(reference == nil)
    gate.open()
    #expect(try await run.value == 1)
    manual.runAll()
    #expect(log.all == [])
  }

  @Test func aRunThatIsNeverStartedEndsWithItsLastHandle() async throws {
    let monitor = makeMonitor()
    let future: Future<Int, any Error>
    do {
      let run = Workflow("a") { Increment() }.prepare(1)
      monitor.observe(run)
      #expect(monitor.runs.map(\.state) == [.ready])
      future = run.future
    }
    await #expect(throws: BrokenPromise.self) { try await future.value }
    #expect(monitor.runs.isEmpty)
    #expect(log.all == [])
  }

  @MainActor
  @Test func closuresRunOnTheMainActorByDefault() async throws {
    let ended = Promise<Void, any Error>()
    var states: [RunState] = []
    let monitor = WorkflowMonitor { run in
      states.append(run.state)
      if run.state.isSettled { ended.succeed() }
    }
    monitor.observe(Workflow { Increment() }.start(1))
    try await ended.future.value
    #expect(states.last == .succeeded)
  }
}
