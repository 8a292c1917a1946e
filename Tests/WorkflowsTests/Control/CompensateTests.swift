import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

@Suite struct CompensateTests {
  private let log = Log<String>()

  /// A step that succeeds, and logs when it is undone.
  private func step(_ name: String) -> some Step<Int, Int> {
    Perform(name) { [log] (number: Int) in
      log.add("do \(name)")
      return number + 1
    }
    .compensate { [log] output in log.add("undo \(name) \(output)") }
  }

  @Test func aFailureUndoesTheStepsBeforeItTheLastFirst() async throws {
    let run = Workflow("order") {
      step("a")
      step("b")
      Fail(TestError("x"))
      step("c")
    }.start(0)
    await #expect(throws: TestError("x")) { try await run.value }
    // The run ends after the compensations.
    #expect(log.all == ["do a", "do b", "undo b 2", "undo a 1"])
    #expect(run.state == .failed)
    #expect(run.compensationFailures.isEmpty)
  }

  @Test func aRunThatSucceedsUndoesNothing() async throws {
    let run = Workflow { step("a") }.start(0)
    #expect(try await run.value == 1)
    await run.stopped()
    #expect(log.all == ["do a"])
  }

  @Test func cancellingUndoesTheStepsAfterTheRunHasStopped() async throws {
    let stubborn = Stubborn()
    let run = Workflow {
      step("a")
      stubborn
    }.start(0)
    try await stubborn.gate.arrival()
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(log.all == ["do a"])
    stubborn.gate.open()
    await run.stopped()
    #expect(log.all == ["do a", "undo a 1"])
  }

  @Test func aStepThatIgnoresItsCancellationIsUndone() async throws {
    let stubborn = Stubborn()
    let run = Workflow { stubborn.compensate { [log] output in log.add("undo \(output)") } }.start(
      7
    )
    try await stubborn.gate.arrival()
    run.cancel()
    stubborn.gate.open()
    await run.stopped()
    #expect(log.all == ["undo 7"])
  }

  @Test func compensationsAreNotCancelled() async throws {
    let gate = Gate()
    let tokens = Log<Bool>()
    let run = Workflow {
      Increment().compensate { [log] number in
        _ = try await gate.run(number, in: StepContext())
        tokens.add(Task.isCancelled || CancellationToken.current.isCancelled)
        log.add("undone")
      }
      Fail(TestError("x"))
    }.start(0)
    try await gate.arrival()
    run.cancel()
    #expect(run.state == .cancelled)
    gate.open()
    await run.stopped()
    #expect(tokens.all == [false])
    #expect(log.all == ["undone"])
    #expect(run.compensationFailures.isEmpty)
  }

  @Test func theTokenOfAStepThatUndoesIsNotCancelled() async throws {
    let token = Box<CancellationToken>(.never)
    let run = Workflow {
      Increment().compensate(with: NoteToken(token))
      Fail(TestError("x"))
    }
    let source = CancellationSource()
    let started = run.start(0, options: RunOptions(cancellation: source.token))
    await #expect(throws: TestError("x")) { try await started.value }
    source.cancel()
    // The compensation is the last span, and ignores the cancellation.
    #expect(started.trace.spans.last?.outcome == .succeeded)
  }

  @Test func oneThatFailsIsReportedAndTheOthersRun() async throws {
    let run = Workflow("order") {
      step("a")
      Increment().named("b").compensate { _ in throw TestError("cannot") }
      step("c")
      Fail(TestError("x"))
    }.start(0)
    await #expect(throws: TestError("x")) { try await run.value }
    #expect(log.all == ["do a", "do c", "undo c 3", "undo a 1"])
    let failure = try #require(run.compensationFailures.first)
    #expect(run.compensationFailures.count == 1)
    #expect(failure.step == "order/b")
    #expect(failure.error as? TestError == TestError("cannot"))
    #expect(failure.description.contains("order/b"))
  }

  @Test func eachIsInTheTrace() async throws {
    let run = Workflow("order") {
      Increment().named("a").compensate(with: Increment().retry(RetryPolicy(attempts: 2)))
      Increment().named("b").compensate { _ in throw TestError("cannot") }
      Fail(TestError("x")).named("c")
    }.start(0)
    await #expect(throws: TestError("x")) { try await run.value }
    let spans = run.trace.spans
    #expect(
      spans.map(\.name)
        == ["order", "a", "b", "c", "compensate b", "compensate a", "Increment"]
    )
    #expect(spans[4].outcome == .failed(error: "TestError cannot"))
    #expect(spans[5].outcome == .succeeded)
    #expect(spans[0].outcome == .failed(error: "TestError x"))
    #expect(spans.map { $0.parent?.number } == [nil, 0, 0, 0, 0, 0, 5])
  }

  @Test func afterACancellationTheTraceHasThemToo() async throws {
    let gate = Gate("gate")
    let run = Workflow("order") {
      Increment().named("a").compensate(with: Increment().then(Increment()))
      gate
    }.start(0)
    try await gate.arrival()
    run.cancel()
    await run.stopped()
    let spans = run.trace.spans
    #expect(
      spans.map(\.name) == ["order", "a", "gate", "compensate a", "Increment", "Increment"]
    )
    let expected: [TraceSpan.Outcome] = [
      .cancelled, .succeeded, .cancelled, .succeeded, .succeeded, .succeeded,
    ]
    #expect(spans.map(\.outcome) == expected)
  }

  @Test func branchesAndElementsAreUndone() async throws {
    let run = Workflow {
      ForEach(maxConcurrent: 1) { step("each") }
      Perform { (numbers: [Int]) in numbers.count }
      Fail(TestError("x"))
    }.start([10, 20])
    await #expect(throws: TestError("x")) { try await run.value }
    #expect(log.all == ["do each", "do each", "undo each 21", "undo each 11"])
  }

  @Test func aFailureThatIsHandledUndoesNothing() async throws {
    let inner = Workflow("inner") {
      step("a")
      Fail(TestError("x"))
    }
    let recovered = Workflow { inner.recover { _ in 0 } }.start(0)
    #expect(try await recovered.value == 0)
    await recovered.stopped()
    #expect(log.all == ["do a"])
    let retried = inner.retry(RetryPolicy(attempts: 2)).start(0)
    await #expect(throws: TestError("x")) { try await retried.value }
    #expect(log.all == ["do a", "do a", "do a", "undo a 1", "undo a 1"])
  }

  @Test func aStepThatFailsIsNotUndone() async throws {
    let run = Workflow {
      Fail(TestError("x")).compensate { [log] (_: Int) in log.add("undo") }
    }.start(0)
    await #expect(throws: TestError("x")) { try await run.value }
    #expect(log.all.isEmpty)
  }

  @Test func aStepThatWasLeftBehindIsUndoneWhenItEnds() async throws {
    let clock = ManualClock()
    let stubborn = Stubborn()
    let undone = Promise<Int, any Error>()
    let run = Workflow {
      stubborn.compensate { output in undone.succeed(output) }.timeout(.seconds(1), clock: clock)
    }.start(7)
    try await stubborn.gate.arrival()
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await run.value }
    await run.stopped()
    stubborn.gate.open()
    #expect(try await undone.future.timeout(.seconds(600)).value == 7)
  }

  @Test func aStepOutsideOfARunKeepsNothing() async throws {
    let tracked = Box<Tracked?>(Tracked())
    let reference = WeakReference(try #require(tracked.value))
    do {
      let step = Increment().compensate { [tracked = tracked.value] _ in
        withExtendedLifetime(tracked) {}
      }
      #expect(try await step.run(1, in: StepContext()) == 2)
    }
    tracked.value = nil
    #expect(reference.isGone)
  }

  @Test func nothingIsKeptAfterTheEnd() async throws {
    let references = [await keptBy { Increment() }, await keptBy { Fail(TestError("x")) }]
    for reference in references { #expect(reference.isGone) }
  }

  private func keptBy(
    @WorkflowBuilder _ last: () -> Workflow<Int, Int>
  ) async -> WeakReference {
    let tracked = Tracked()
    let last = last()
    let run = Workflow {
      Increment().compensate { _ in withExtendedLifetime(tracked) {} }
      last
    }.start(0)
    _ = try? await run.value
    await run.stopped()
    return WeakReference(tracked)
  }
}
