import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// Observers that are called when a run is cancelled.
@Suite(.timeLimit(.minutes(10)))
struct CancelObserverTests {
  private let owner = Owner()
  private let log = Log<String>()
  private let gate = Gate<Int>()

  /// A run that logs each of its outcomes.
  private func logged(_ run: WorkflowRun<Int>) -> WorkflowRun<Int> {
    run.on(.inline).onSuccess(for: owner) { [log] _, _ in log.add("success") }
      .on(.inline).onFailure(for: owner) { [log] _, _ in log.add("failure") }
      .on(.inline).onCancel(for: owner) { [log] _ in log.add("cancelled") }
  }

  @Test func exactlyOneKindOfObserverIsCalled() async throws {
    for (run, outcome) in [
      (Workflow { Increment() }.prepare(1), "success"),
      (Workflow { Fail() }.prepare(1), "failure"),
      (Workflow { Fail(CancellationError()) }.prepare(1), "cancelled"),
    ] {
      let run = logged(run)
      try run.start()
      await run.stopped()
      #expect(log.all.last == outcome)
    }
    #expect(log.all.count == 3)
  }

  @Test func theyHaveBeenCalledWhenCancelReturns() async throws {
    let run = logged(Workflow { gate }.start(1))
    run.cancel()
    #expect(log.all == ["cancelled"])
    run.cancel()
    run.on(.inline).onCancel(for: owner) { [log] _ in log.add("late") }
    #expect(log.all == ["cancelled", "late"])
  }

  @Test func aRunThatWasNeverStartedCallsThem() {
    logged(Workflow { gate }.prepare(1)).cancel()
    #expect(log.all == ["cancelled"])
  }

  @Test func removedOnesAreNotCalled() async throws {
    let other = Owner()
    let run = logged(Workflow { gate }.start(1))
    run.on(.inline).onCancel(for: other) { [log] _ in log.add("other") }
    run.removeObservers(of: owner)
    #expect(run.cancellation == .unobserved)
    #expect(log.all == ["other"])
  }

  @MainActor
  @Test func closuresRunOnTheMainActorByDefault() async throws {
    var calls = 0
    let run = Workflow { gate }.start(1).onCancel(for: owner) { _ in calls += 1 }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(calls == 1)
  }

  @Test func theyWaitInTheirContextAlsoIfTheRunIsCancelledAgain() async throws {
    let manual = ManualContext()
    let run = Workflow { gate }.start(1)
    run.on(manual.context).onCancel(for: owner) { [log] _ in log.add("cancelled") }
    run.cancel()
    run.cancel()
    manual.runAll()
    #expect(log.all == ["cancelled"])
  }
}
