import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// Observers that belong to no object.
@Suite(.timeLimit(.minutes(10)))
struct ObserverWithoutOwnerTests {
  private let log = Log<String>()
  private let gate = Gate<Int>()

  /// Logs each outcome of a run.
  private func observe(_ run: WorkflowRun<Int>) {
    run.onSuccess { [log] number in log.add("success \(number)") }
      .onCancel { [log] in log.add("cancelled") }
      .on(.inline).onSuccess { [log] number in log.add("on success \(number)") }
      .on(.inline).onCancel { [log] in log.add("on cancelled") }
  }

  @Test func theyAreCalled() async throws {
    let good = Workflow { Increment() }.prepare(1)
    observe(good)
    try good.start()
    await good.stopped()
    let bad = Workflow { Fail() }.prepare(1)
    observe(bad)
    bad.onFailure { [log] error in log.add("\(error)") }
    bad.on(.inline).onFailure { [log] error in log.add("on \(error)") }
    try bad.start()
    await bad.stopped()
    let cancelled = Workflow { gate }.prepare(1)
    observe(cancelled)
    cancelled.cancel()
    #expect(
      log.all == [
        "success 2", "on success 2", "TestError test", "on TestError test", "cancelled",
        "on cancelled",
      ]
    )
  }

  @Test func theRunGoesOnForThem() async throws {
    let owner = Owner()
    let run = Workflow { gate }.start(1)
    run.onSuccess { [log] number in log.add("\(number)") }
    run.on(.inline).onSuccess(for: owner) { [log] _, _ in log.add("removed") }
    run.removeObservers(of: owner)
    #expect(run.state == .running)
    gate.open()
    _ = try await run.value
    await run.stopped()
    #expect(log.all == ["1"])
  }

  @MainActor
  @Test func theyRunWhereTheyAreWritten() async throws {
    var found = 0
    let run = Workflow { Increment() }.start(1)
    run.onSuccess { number in found = number }
    _ = try await run.value
    #expect(found == 2)
  }
}
