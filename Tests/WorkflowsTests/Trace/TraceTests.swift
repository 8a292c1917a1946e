import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

@Suite struct TraceTests {
  private let clock = ManualClock()

  /// A step that advances the time.
  private func pass(_ name: String, _ milliseconds: Int) -> some Step<Int, Int> {
    Perform(name) { [clock] (number: Int) in
      clock.advance(by: .milliseconds(milliseconds))
      return number
    }
  }

  @Test func spansTellWhatRanWhenAndHowItEnded() async throws {
    let trace = Trace(clock: clock)
    clock.advance(by: .milliseconds(5))
    let run = Workflow("main") {
      pass("first", 10)
      Workflow("inner") { pass("second", 20) }.named("inner")
      Perform("third") { (_: Int) -> Int in throw TestError("broken") }
    }.start(1, options: RunOptions(tag: "Oslo", trace: trace))
    _ = try? await run.value
    let spans = trace.spans
    #expect(spans.map(\.name) == ["main", "first", "inner", "second", "third"])
    #expect(spans.map(\.start) == [5, 5, 15, 15, 35].map { .milliseconds($0) })
    #expect(spans.map(\.end) == [35, 15, 35, 35, 35].map { .milliseconds($0) })
    #expect(
      spans.map(\.outcome) == [
        .failed(error: "TestError broken"), .succeeded, .succeeded, .succeeded,
        .failed(error: "TestError broken"),
      ]
    )
    #expect(spans.allSatisfy { $0.tag == "Oslo" && $0.workflow == "main" && $0.id.run == run.id })
    #expect(spans[0].parent == nil)
    #expect(spans.map { $0.parent?.number } == [nil, 0, 0, 2, 0])
    #expect(Set(spans.map(\.lane)) == [0])
  }

  @Test func attemptsAreSpansOfTheirOwn() async throws {
    let trace = Trace(clock: clock)
    let calls = Counter()
    let step = Perform("flaky") { (number: Int) in
      if calls.add() == 1 { throw TestError() }
      return number
    }
    _ = try await step.retry(RetryPolicy(attempts: 2)).then { $0 }(
      1,
      options: RunOptions(trace: trace)
    )
    let attempts = trace.spans.filter { $0.name == "flaky" && $0.parent == trace.spans[1].id }
    #expect(attempts.map(\.attempt) == [1, 2])
    #expect(attempts.map(\.outcome) == [.failed(error: "TestError test"), .succeeded])
  }

  @Test func parallelBranchesHaveLanesOfTheirOwnWhichAreUsedAgain() async throws {
    let trace = Trace(clock: clock)
    let left = Gate<Int>("left")
    let right = Gate<Int>("right")
    let run = Workflow("main") {
      Parallel {
        left
        right
      }
      ForEach(in: [Int].self, maxConcurrent: 1) { Increment() }
        .unwrapping()
    }.start(1, options: RunOptions(trace: trace))
    try await left.arrival()
    try await right.arrival()
    left.open()
    right.open()
    _ = try await run.value
    let spans = trace.spans
    let lanes = { (name: String) in Set(spans.filter { $0.name == name }.map(\.lane)) }
    #expect(lanes("left").union(lanes("right")) == [1, 2])
    #expect(spans.allSatisfy { $0.lane <= 2 })
    #expect(spans.first { $0.name == "left" }?.parent == spans.first { $0.name == "parallel" }?.id)
  }

  @Test func lanesOfBranchesThatAFailureEndedAreUsedAgain() async throws {
    let waiting = (0..<3).map { _ in Gate<Int>("waiting") }
    let workflow = Workflow {
      Parallel {
        Perform.withContext("failing") { (_: Int, context: StepContext) async throws -> Int in
          try await waiting[context.attempt - 1].arrival()
          throw TestError()
        }
        Perform.withContext("waiting") { (number: Int, context: StepContext) async throws in
          try await waiting[context.attempt - 1].run(number, in: context)
        }
      }.then { $0 + $1 }.retry(RetryPolicy(attempts: 3))
    }
    let run = workflow.start(1)
    await #expect(throws: TestError()) { try await run.value }
    await run.stopped()
    #expect(run.trace.spans.count { $0.name == "failing" } == 3)
    #expect(Set(run.trace.spans.map(\.lane)) == [0, 1, 2])
  }

  @Test func spansOfARunThatWasCancelledAreCancelled() async throws {
    let gate = Gate<Int>("gate")
    let run = Workflow("main") { gate }.start(1)
    try await gate.arrival()
    #expect(run.trace.spans.map(\.outcome) == [.running, .running])
    #expect(run.trace.spans.map(\.end) == [nil, nil])
    run.cancel()
    #expect(run.trace.spans.map(\.outcome) == [.cancelled, .cancelled])
    await run.stopped()
    #expect(run.trace.spans.map(\.outcome) == [.cancelled, .cancelled])
  }

  @Test func aLateStepIsCancelledInTheTraceAndTheRunGoesOn() async throws {
    let late = Stubborn()
    let next = Gate<Int>("next")
    let run = Workflow("main") {
      Workflow("slow") {
        Increment()
        Workflow("inner") { late }
      }.timeout(.seconds(1), clock: clock).recover { _ in 0 }
      next
    }.start(1)
    try await late.gate.arrival()
    try await clock.waitForPendingTimers()
    clock.advance(by: .seconds(1))
    try await next.arrival()
    for name in ["inner", "Stubborn"] {
      let span = run.trace.spans.first { $0.name == name }
      #expect(span?.outcome == .cancelled, "\(name)")
    }
    late.gate.open()
    next.open()
    #expect(try await run.value == 0)
    #expect(run.trace.spans.first?.outcome == .succeeded)
  }

  @Test func severalRunsShareATrace() async throws {
    let trace = Trace(clock: clock)
    let workflow = Workflow("main") { Increment() }
    let first = workflow.start(1, options: RunOptions(trace: trace))
    let second = workflow.start(1, options: RunOptions(trace: trace))
    _ = try await second.value
    _ = try await first.value
    #expect(trace.spans.map(\.id.run) == [first.id, first.id, second.id, second.id])
  }

  @Test func aFullTraceKeepsNothingOfARun() async throws {
    let trace = Trace(clock: clock, capacity: 0)
    let reference: WeakReference
    do {
      let observer = RetainingObserver()
      reference = WeakReference(observer.tracked)
      var options = RunOptions(trace: trace)
      options.spanObserver = observer
      let run = Workflow { Increment() }.start(1, options: options)
      _ = try await run.value
      await run.stopped()
    }
    #expect(reference.isGone)
    #expect(trace.droppedCount == 2)
  }

  @Test func roomIsLimited() async throws {
    let trace = Trace(clock: clock, capacity: 2)
    _ = try await Workflow { Increment().then(Increment()) }(1, options: RunOptions(trace: trace))
    #expect(trace.spans.count == 2)
    #expect(trace.droppedCount == 1)
    // Spans for which there is no room are still counted, run by run.
    _ = try await Workflow { Increment() }(1, options: RunOptions(trace: trace))
    #expect(trace.spans.count == 2)
    #expect(trace.droppedCount == 3)
    let off = Trace(clock: clock, capacity: 0)
    _ = try await Workflow { Increment() }(1, options: RunOptions(trace: off))
    #expect(off.spans.isEmpty)
    #expect(off.droppedCount == 2)
  }
}

extension Step where Output == [Int] {
  /// Takes a pair instead of an array.
  fileprivate func unwrapping() -> Workflow<(Int, Int), [Int]> where Input == [Int] {
    Perform("pair") { (first: Int, second: Int) in [first, second] }.then(self)
  }
}
