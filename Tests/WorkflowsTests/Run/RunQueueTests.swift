import Foundation
import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

@Suite(.timeLimit(.minutes(10)))
struct RunQueueTests {
  private let limit = ConcurrencyLimit(1)
  private let gates = (0..<3).map { Gate<Int>("\($0)") }

  private func start(_ number: Int) -> WorkflowRun<Int> {
    Workflow { gates[number] }.start(number, options: RunOptions(limit: limit))
  }

  @Test func runsBeginInTheOrderOfTheirStarts() async throws {
    let runs = (0..<3).map { start($0) }
    #expect(runs.map(\.state) == [.running, .queued, .queued])
    let states = Task { await runs[1].states.collect() }
    for (gate, run) in zip(gates, runs) {
      try await gate.arrival()
      #expect(run.state == .running)
      #expect(limit.runningCount == 1)
      gate.open()
    }
    #expect(try await runs[2].value == 2)
    #expect(await states.value.suffix(2) == [.running, .succeeded])
  }

  @Test func aQueuedRunThatIsCancelledLeavesTheQueue() async throws {
    let runs = (0..<3).map { start($0) }
    #expect(runs[1].cancel())
    #expect(runs[1].state == .cancelled)
    #expect(limit.waitingCount == 1)
    await runs[1].stopped()
    #expect(runs[1].trace.spans.isEmpty)
    try await gates[0].arrival()
    gates[0].open()
    try await gates[2].arrival()
    gates[2].open()
    #expect(try await runs[2].value == 2)
  }

  @Test func aRunCountsUntilItsStepsHaveStopped() async throws {
    let stubborn = Stubborn()
    let first = Workflow { stubborn }.start(1, options: RunOptions(limit: limit))
    try await stubborn.gate.arrival()
    let second = start(0)
    first.cancel()
    #expect(second.state == .queued)
    // Even if the run could begin, it might not do so at once.
    #expect(limit.waitingCount == 1)
    stubborn.gate.open()
    try await gates[0].arrival()
    #expect(second.state == .running)
    gates[0].open()
    #expect(try await second.value == 0)
  }

  @Test func aMonitorReportsThatARunIsQueued() async throws {
    let log = Log<String>()
    let monitor = WorkflowMonitor(on: .inline) { log.add("\($0.name) \($0.state)") }
    let first = start(0)
    let second = Workflow("second") { gates[1] }.prepare(1, options: RunOptions(limit: limit))
    monitor.observe(second)
    try second.start()
    for gate in gates { gate.open() }
    _ = try await (first.value, second.value)
    #expect(log.all == ["second queued", "second running", "second succeeded"])
    #expect(throws: RunAlreadyStarted.self) { try second.start() }
  }

  private enum Request {
    @TaskLocal static var user = "nobody"
  }

  @Test func aQueuedRunHasTheTaskLocalsOfTheCodeThatStartedIt() async throws {
    let first = Request.$user.withValue("alice") { start(0) }
    let second = Request.$user.withValue("bob") {
      Workflow { Perform { () in Request.user } }.start(options: RunOptions(limit: limit))
    }
    #expect(second.state == .queued)
    gates[0].open()
    _ = try await first.value
    #expect(try await second.value == "bob")
  }

  @Test func theReasonForACancellationIsKept() async throws {
    let (workflow, owner) = (Workflow { gates[0] }, Owner())
    let source = CancellationSource()
    let requested = workflow.start(1)
    requested.cancel()
    requested.cancel(because: .step)
    let named = workflow.start(1)
    named.cancel(because: RunCancellation("too late"))
    let ofFuture = workflow.start(1)
    ofFuture.future.cancel()
    let scoped = workflow.start(1, options: RunOptions(cancellation: source.token))
    source.cancel()
    let unobserved = workflow.start(1).on(.inline).onSuccess(for: owner) { _, _ in }
    unobserved.removeObservers(of: owner)
    let step = Workflow { Fail(CancellationError()) }.start(1)
    await step.stopped()
    let finished = Workflow { Increment() }.start(1)
    _ = try await finished.value
    finished.cancel()
    let runs = [requested, named, ofFuture, scoped, unobserved, step, finished]
    #expect(
      runs.map(\.cancellation) == [
        .requested, RunCancellation("too late"), .requested, .scope, .unobserved, .step, nil,
      ]
    )
    #expect("\(RunCancellation.scope)" == "its scope was cancelled")
  }

  @Test func identifiersAreUniqueBeyondTheProcess() async throws {
    let runs = (0..<100).map { Workflow { Increment() }.prepare($0) }
    let identifiers = runs.map(\.id.uuid)
    #expect(Set(identifiers).count == runs.count)
    #expect(runs.map(\.id.uuid) == identifiers)
    let (first, last) = (identifiers[0].uuidString, identifiers[99].uuidString)
    // This prefix identifies the process. The version and the variant are those of the standard.
    #expect(first.prefix(23) == last.prefix(23))
    #expect(Array(first)[14] == "8")
    #expect("89AB".contains(Array(first)[19]))
  }
}
