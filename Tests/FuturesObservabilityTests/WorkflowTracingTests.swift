#if Observability
import Futures
import FuturesObservability
import FuturesTesting
import InMemoryTracing
import TestSupport
import Testing
import Tracing
import Workflows

private struct LoadError: Error, CustomStringConvertible {
  let description = "not loaded"
}

@Suite(.timeLimit(.minutes(10)))
struct WorkflowTracingTests {
  let tracer = InMemoryTracer()

  private func double(_ name: String) -> Perform<Int, Int> { Perform(name) { $0 * 2 } }

  private func span(_ name: String) throws -> FinishedInMemorySpan {
    try #require(tracer.finishedSpans.first { $0.operationName == name })
  }

  @Test func theSpansOfATracerAreThoseOfTheTrace() async throws {
    let workflow = Workflow("job") {
      double("first")
      Workflow("inner") {
        double("second")
        double("third")
      }
    }
    let run = workflow.start(1, options: RunOptions(tag: "a"), tracedBy: tracer)
    #expect(try await run.value == 8)
    await run.stopped()
    let expected = run.trace.spans
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName).sorted() == expected.map(\.name).sorted())
    #expect(tracer.activeSpans.isEmpty)
    let names = Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0.name) })
    let ids = Dictionary(uniqueKeysWithValues: spans.map { ($0.operationName, $0.spanID) })
    for original in expected {
      let copy = try span(original.name)
      #expect(copy.parentSpanID == original.parent.flatMap { names[$0] }.flatMap { ids[$0] })
      #expect(copy.attributes["workflow.name"]?.toSpanAttribute() == "job")
      #expect(copy.attributes["workflow.tag"]?.toSpanAttribute() == "a")
      #expect(copy.attributes["outcome"]?.toSpanAttribute() == "succeeded")
    }
  }

  @Test func timesAreThoseOfTheTrace() async throws {
    let clock = ManualClock()
    let workflow = Workflow("job") {
      Perform("first") { (number: Int) in
        clock.advance(by: .seconds(1))
        return number
      }
      Perform("second") { (number: Int) in
        clock.advance(by: .seconds(2))
        return number
      }
    }
    clock.advance(by: .seconds(100))
    let options = RunOptions(trace: Trace(clock: clock))
    let run = workflow.start(1, options: options, tracedBy: tracer)
    _ = try await run.value
    await run.stopped()
    let (first, second, whole) = (try span("first"), try span("second"), try span("job"))
    let end = first.endInstant.nanosecondsSinceEpoch
    #expect(end - first.startInstant.nanosecondsSinceEpoch == 1_000_000_000)
    #expect(second.startInstant.nanosecondsSinceEpoch == end)
    #expect(second.endInstant.nanosecondsSinceEpoch == end + 2_000_000_000)
    #expect(whole.endInstant.nanosecondsSinceEpoch == end + 2_000_000_000)
  }

  @Test func failuresAreErrorsOfTheirSpans() async throws {
    let workflow = Workflow("job") {
      Perform("load") { (_: Int) -> Int in throw LoadError() }
    }
    let run = workflow.start(1, tracedBy: tracer)
    _ = await run.result
    await run.stopped()
    #expect(try span("load").status?.code == .error)
    #expect(try span("load").status?.message == "not loaded")
    #expect(try span("job").errors.first?.error is LoadError)
    #expect(try span("job").attributes["outcome"]?.toSpanAttribute() == "failed")
  }

  @Test func aRunThatIsCancelledEndsItsSpans() async throws {
    let started = Promise<Void, any Error>()
    let workflow = Workflow("job") {
      Perform("wait") { (number: Int) async throws -> Int in
        started.succeed()
        try await Task.sleep(for: .seconds(1_000))
        return number
      }
    }
    let run = workflow.start(1, tracedBy: tracer)
    try await started.future.value
    run.cancel()
    #expect(try span("job").errors.isEmpty)
    #expect(try span("job").attributes["outcome"]?.toSpanAttribute() == "cancelled")
    #expect(try span("wait").attributes["outcome"]?.toSpanAttribute() == "cancelled")
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func theRunIsAChildOfTheSpanAroundItsStart() async throws {
    let workflow = Workflow("job") { double("first") }
    let run = tracer.withSpan("handler") { _ in workflow.start(1, tracedBy: tracer) }
    _ = try await run.value
    await run.stopped()
    #expect(try span("job").parentSpanID == span("handler").spanID)
  }

  @Test func optionsTraceARunHoweverItIsStarted() async throws {
    let workflow = Workflow("job") { double("first") }
    let options = RunOptions().traced(by: tracer)
    #expect(try await workflow(1, options: options) == 2)
    let run = tracer.withSpan("handler") { _ in workflow.prepare(2, options: options) }
    try run.start()
    #expect(try await run.value == 4)
    await run.stopped()
    let names = tracer.finishedSpans.map(\.operationName)
    #expect(names.sorted() == ["first", "first", "handler", "job", "job"])
    let parents = tracer.finishedSpans.filter { $0.operationName == "job" }.map(\.parentSpanID)
    #expect(parents.last == tracer.finishedSpans.first { $0.operationName == "handler" }?.spanID)
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func aRunThatIsNeverStartedEndsItsSpan() async throws {
    _ = Workflow("job") { double("first") }.prepare(1, options: RunOptions().traced(by: tracer))
    #expect(tracer.finishedSpans.map(\.operationName) == ["job"])
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func aTraceWithoutRoomStillEndsTheSpanOfTheRun() async throws {
    let workflow = Workflow("job") { double("first") }
    let run = workflow.start(1, options: RunOptions(trace: Trace(capacity: 0)), tracedBy: tracer)
    _ = try await run.value
    await run.stopped()
    #expect(tracer.finishedSpans.map(\.operationName) == ["job"])
  }

  // MARK: Tracers that throw away

  @Test func aTracerThatThrowsAwayChangesNothing() async throws {
    let workflow = Workflow("job") { double("first") }
    #expect(try await workflow.start(1, tracedBy: NoOpTracer()).value == 2)
  }

  @Test func aTracerThatDoesNotSampleARunCreatesOneSpanAndPassesItsContextOn() async throws {
    let tracer = UnsampledTracer()
    let workflow = Workflow("job") {
      Perform("first") { (_: Int) in ServiceContext.current?.traceName }
    }
    let run = workflow.start(1, tracedBy: tracer)
    #expect(try await run.value == "job")
    await run.stopped()
    #expect(tracer.names.all == ["job"])
    #expect(run.trace.spans.map(\.name) == ["job", "first"])
  }
}
#endif
