import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

/// The removal of the last success observer stops the run.
@Suite struct LosingInterestTests {
  private let owner = Owner()
  private let other = Owner()
  private let gate = Gate<Int>()
  private let log = Log<String>()

  private func start(cancelsWhenUnobserved: Bool = true) async throws -> WorkflowRun<Int> {
    let run = Workflow {
      gate
      Increment()
    }.start(1, options: RunOptions(cancelsWhenUnobserved: cancelsWhenUnobserved))
    try await gate.arrival()
    return run
  }

  private func observe(_ run: WorkflowRun<Int>, _ owner: Owner) {
    run.on(.inline).onSuccess(for: owner) { [log] _, number in log.add("success \(number)") }
    run.on(.inline).onFailure(for: owner) { [log] _, _ in log.add("failure") }
  }

  @Test func theLastSuccessObserverThatLeavesCancels() async throws {
    let run = try await start()
    observe(run, owner)
    observe(run, owner)
    observe(run, other)
    run.removeObservers(of: owner)
    #expect(run.state == .running)
    run.removeObservers(of: other)
    #expect(run.state == .cancelled)
    #expect(log.all == [])
  }

  @Test func failureObserversDoNotCount() async throws {
    let run = try await start()
    observe(run, owner)
    run.on(.inline).onFailure(for: other) { _, _ in }
    run.removeObservers(of: other)
    #expect(run.state == .running)
    run.on(.inline).onFailure(for: other) { _, _ in }
    run.removeObservers(of: owner)
    #expect(run.state == .cancelled)
  }

  @Test func whoeverDidNotObserveChangesNothing() async throws {
    let run = try await start()
    run.removeObservers(of: owner)
    #expect(run.state == .running)
    observe(run, owner)
    run.removeObservers(of: other)
    #expect(run.state == .running)
    gate.open()
    #expect(try await run.value == 2)
  }

  @Test func aSwitchTurnsItOff() async throws {
    let run = try await start(cancelsWhenUnobserved: false)
    observe(run, owner)
    run.removeObservers(of: owner)
    #expect(run.state == .running)
    gate.open()
    #expect(try await run.value == 2)
    await run.stopped()
    #expect(log.all == [])
  }

  @Test func anOwnerThatIsGoneHasLeft() async throws {
    let run = try await start()
    var passing: Owner? = Owner()
    observe(run, passing!)
    passing = nil
    #expect(run.state == .running)
    gate.open()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(run.state == .cancelled)
  }

  @Test func anOwnerThatIsLeftKeepsTheRunGoing() async throws {
    let run = try await start()
    var passing: Owner? = Owner()
    observe(run, passing!)
    observe(run, owner)
    passing = nil
    gate.open()
    #expect(try await run.value == 2)
    await run.stopped()
    #expect(log.all == ["success 2"])
  }

  @Test func leavingAfterTheEndSilencesButCancelsNothing() async throws {
    let manual = ManualContext()
    let run = Workflow { Increment() }.start(1)
    run.on(manual.context).onSuccess(for: owner) { [log] _, _ in log.add("success") }
    try await manual.waitForJobs()
    run.removeObservers(of: owner)
    manual.runAll()
    #expect(log.all == [])
    #expect(run.state == .succeeded)
  }

  @Test func itHoldsForARunThatHasNotStartedToo() async throws {
    let run = Workflow { Increment() }.prepare(1)
    observe(run, owner)
    run.removeObservers(of: owner)
    #expect(run.state == .cancelled)
  }
}
