import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// The outcome of a run, which has the API of a future.
@Suite(.timeLimit(.minutes(10)))
struct RunOutcomeTests {
  private let gate = Gate<Int>()

  @Test func lookingDoesNotWait() async throws {
    let run = Workflow { gate }.prepare(1)
    #expect(!run.isSettled && run.currentResult == nil)
    try run.start()
    try await gate.arrival()
    #expect(!run.isSettled && run.currentResult == nil)
    #expect(run.currentValue == nil && run.currentError == nil)
    gate.open()
    _ = await run.result
    #expect(run.isSettled && run.currentValue == 1 && run.currentError == nil)
    #expect(try run.currentResult?.get() == 1)
  }

  @Test func aRunThatFailedHasAnErrorOnly() async {
    let run = Workflow { Fail() }.start(1)
    #expect(await run.result.failure as? TestError == TestError())
    #expect(run.isSettled && run.currentValue == nil)
    #expect(run.currentError as? TestError == TestError())
  }

  @Test func aCancelledRunIsSettledAtOnce() async {
    let run = Workflow { gate }.prepare(1)
    run.cancel()
    #expect(run.isSettled && run.currentValue == nil)
    #expect(run.currentError is CancellationError)
    #expect(await run.result.failure is CancellationError)
  }

  @Test func cancellingTheTaskThatWaitsEndsTheWaitAndNotTheRun() async throws {
    let run = Workflow { gate }.start(1)
    try await gate.arrival()
    let waiting = Task { await run.result }
    waiting.cancel()
    #expect(await waiting.value.failure is CancellationError)
    #expect(!run.isSettled && run.state == .running)
    gate.open()
    #expect(try await run.result.get() == 1)
  }

  @Test func observersFindTheOutcome() async throws {
    let owner = Owner()
    let log = Log<String>()
    let good = Workflow { Increment() }.prepare(1)
    good.on(.inline).onSuccess(for: owner) { _, _ in
      log.add("\(good.isSettled) \(good.currentValue ?? 0)")
    }
    let bad = Workflow { Fail() }.prepare(1)
    bad.on(.inline).onFailure(for: owner) { _, _ in
      log.add("\(bad.isSettled) \(bad.currentError is TestError)")
    }
    let cancelled = Workflow { gate }.prepare(1)
    cancelled.on(.inline).onCancel(for: owner) { _ in
      log.add("\(cancelled.isSettled) \(cancelled.currentError is CancellationError)")
    }
    try good.start()
    _ = try await good.value
    try bad.start()
    await bad.stopped()
    cancelled.cancel()
    #expect(log.all == ["true 2", "true true", "true true"])
  }

  @MainActor
  @Test func observersOfTheWaitingActorHaveRunWhenTheResultIsThere() async throws {
    let owner = Owner()
    var found = 0
    let run = Workflow { gate }.start(1)
    run.onSuccess(for: owner) { _, number in found = number }
    gate.open()
    _ = await run.result
    #expect(found == 1)
  }

  private struct Seen: Error {}

  @Test func aFailureThatAnObserverReceivesOrFindsIsNotReported() async throws {
    let recorder = DiagnosticsRecorder { $0.error is Seen }
    await recorder.record {
      let observed = Workflow { Fail(Seen()) }.start(1)
      let owner = Owner()
      observed.on(.inline).onFailure(for: owner) { _, _ in }
      await observed.stopped()
      let found = Workflow { Fail(Seen()) }.start(1)
      await found.stopped()
      #expect(found.currentError is Seen)
    }
    #expect(recorder.diagnostics.isEmpty)
  }
}
