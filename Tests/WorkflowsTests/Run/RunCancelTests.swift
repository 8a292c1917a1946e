import Dispatch
import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

@Suite struct RunCancelTests {
  @Test func cancelEndsTheRunAtOnceAndStopsTheStep() async throws {
    let gate = Gate<Int>()
    let token = Box(CancellationToken.never)
    let run = Workflow {
      NoteToken(token)
      gate
    }.start(1)
    try await gate.arrival()
    #expect(run.state == .running)
    #expect(!token.value.isCancelled)
    #expect(run.cancel())
    #expect(run.state == .cancelled)
    #expect(token.value.isCancelled)
    #expect(run.future.currentError is CancellationError)
    #expect(!run.cancel())
    await run.stopped()
    #expect(run.state == .cancelled)
  }

  /// Code that hears of the end may take away what the step works with; the step then fails, and
  /// must find that it was cancelled.
  @Test func theStepIsCancelledBeforeAnyoneHearsOfIt() async throws {
    let gate = Gate<Int>()
    let token = Box(CancellationToken.never)
    let run = Workflow {
      NoteToken(token)
      gate
    }.start(1)
    let (ofObserver, ofFuture) = (Box(false), Box(false))
    run.on(.inline).onCancel { ofObserver.value = token.value.isCancelled }
    run.future.on(.inline).onComplete { _ in ofFuture.value = token.value.isCancelled }
    try await gate.arrival()
    run.cancel()
    #expect(ofObserver.value)
    #expect(ofFuture.value)
  }

  @Test func aStepThatDoesNotCareIsNotWaitedFor() async throws {
    let stubborn = Stubborn()
    let calls = Counter()
    let run = Workflow {
      stubborn
      Perform { (_: Int) in calls.add() }
    }.start(1)
    try await stubborn.gate.arrival()
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    stubborn.gate.open()
    await run.stopped()
    #expect(calls.value == 0)
    #expect(run.state == .cancelled)
  }

  @Test func cancellingTheFutureCancelsTheRun() async throws {
    let gate = Gate<Int>()
    let run = Workflow { gate }.start(1)
    try await gate.arrival()
    #expect(run.future.cancel())
    #expect(run.state == .cancelled)
  }

  @Test func aTokenCancelsTheRun() async throws {
    let source = CancellationSource()
    let gate = Gate<Int>()
    let run = Workflow { gate }.start(1, options: RunOptions(cancellation: source.token))
    try await gate.arrival()
    source.cancel()
    #expect(run.state == .cancelled)
    let late = Workflow { gate }.start(1, options: RunOptions(cancellation: source.token))
    #expect(late.state == .cancelled)
  }

  @Test func aTimeLimitHoldsAlsoIfNobodyKeepsItsSource() async throws {
    let clock = ManualClock()
    let gate = Gate<Int>()
    func start() -> WorkflowRun<Int> {
      let source = CancellationSource()
      source.cancel(after: .seconds(5), clock: clock)
      return Workflow { gate }.start(1, options: RunOptions(cancellation: source.token))
    }
    let run = start()
    try await gate.arrival()
    clock.advance(by: .seconds(4))
    #expect(run.state == .running)
    clock.advance(by: .seconds(1))
    #expect(run.state == .cancelled)
  }

  @Test func cancellingTheTaskThatWaitsLeavesTheRunAlone() async throws {
    let gate = Gate<Int>()
    let run = Workflow { gate }.start(1)
    let waiting = Task { try await run.value }
    try await gate.arrival()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(run.state == .running)
    gate.open()
    #expect(try await run.value == 1)
  }

  @Test func cancellingTheTaskThatCallsTheWorkflowCancelsTheRun() async throws {
    let gate = Gate<Int>()
    let token = Box(CancellationToken.never)
    let workflow = Workflow {
      NoteToken(token)
      gate
    }
    let calling = Task { try await workflow(1) }
    try await gate.arrival()
    #expect(!token.value.isCancelled)
    calling.cancel()
    #expect(token.value.isCancelled)
    await #expect(throws: CancellationError.self) { try await calling.value }
  }

  @Test func anErrorThatComesAfterTheCancelIsDropped() async throws {
    let gate = Gate<Int>()
    let step = Perform { (number: Int) async throws -> Int in
      _ = await Task { try? await gate.run(number, in: StepContext()) }.value
      throw TestError("late")
    }
    let run = Workflow { step }.start(1)
    try await gate.arrival()
    run.cancel()
    gate.open()
    await run.stopped()
    #expect(run.state == .cancelled)
    await #expect(throws: CancellationError.self) { try await run.value }
  }

  @Test func anErrorThatComesBeforeTheCancelStays() async throws {
    let run = Workflow { Fail() }.start(1)
    await #expect(throws: TestError()) { try await run.value }
    #expect(!run.cancel())
    #expect(run.state == .failed)
  }

  @Test func aReportThatComesAfterTheCancelMovesNothing() async throws {
    let gate = Gate<Int>()
    let contexts = Log<StepContext>()
    let run = Perform.withContext { (number: Int, context: StepContext) in
      contexts.add(context)
      return try await gate.run(number, in: context)
    }.then { $0 }.start(1)
    try await gate.arrival()
    run.cancel()
    contexts.all[0].report(0.5)
    #expect(run.fractionCompleted == 0)
    await run.stopped()
  }

  /// The run is cancelled after it is in the state running and before its task exists.
  ///
  /// The cancellation is held up before it reaches the token of the steps, until the step has begun
  /// or the task has ended.
  @Test func aStepThatBeginsWhileItsRunIsBeingCancelledIsCancelledToo() async throws {
    let (begun, cancelling) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let opened = Promise<Void, Never>()
    let wasCancelled = Log<Bool>()
    let run = Perform { (number: Int) async -> Int in
      begun.signal()
      await opened.future.value
      wasCancelled.add(Task.isCancelled)
      return number
    }.then { $0 }.prepare(1)
    run.future.onSettled {
      cancelling.signal()
      begun.wait()
    }
    let canceller = ThreadBox { run.cancel() }
    let monitor = WorkflowMonitor(on: .inline) { run in
      guard run.state == .running else { return }
      canceller.start()
      cancelling.wait()
    }
    monitor.observe(run)
    let starter = ThreadBox { try? run.start() }
    starter.start()
    await joined(starter)
    Task {
      await run.stopped()
      begun.signal()
    }
    await joined(canceller)
    opened.succeed()
    await run.stopped()
    #expect(!wasCancelled.all.contains(false))
    #expect(run.state == .cancelled)
    withExtendedLifetime(monitor) {}
  }

  @Test func theLastShareThatLosesInterestCancelsTheRun() async throws {
    let gate = Gate<Int>()
    let run = Workflow { gate }.start(1)
    let counter = InterestCounter(run.future) { run.cancel() }
    let first = counter.share()
    let second = counter.share()
    try await gate.arrival()
    first.cancel()
    #expect(run.state == .running)
    second.cancel()
    #expect(run.state == .cancelled)
  }
}

/// Waits for a thread to end without blocking one of Swift's concurrency threads.
private func joined(_ thread: ThreadBox) async {
  await withCheckedContinuation { continuation in
    let referee = ThreadBox {
      thread.join()
      continuation.resume()
    }
    referee.start()
  }
}
