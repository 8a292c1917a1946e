#if Observability
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesObservability
import InMemoryTracing
import TestSupport
import Testing
import Tracing
import Workflows

@Suite(.timeLimit(.minutes(10)))
struct DurableRunTracingTests {
  let store = InMemoryRunStore(now: 1_000_000)
  let approval = Signal<Int>("approval")

  /// A workflow that waits for a signal between two checkpoints.
  private var approved: Workflow<Int, Int> {
    Workflow("order") {
      Perform("reserve") { (number: Int) in number }.checkpoint()
      WaitForSignal(approval)
      Perform("ship") { (number: Int, approval: Int) in number + approval }.checkpoint()
    }
  }

  /// Works on the run until it waits, in one process, and until its end, in another one.
  private func workInTwoProcesses(
    continuingIn continuation: ContinuedTrace = .same
  ) async throws -> (first: RunProcess, second: RunProcess) {
    let first = try RunProcess("b", on: store, approved.durable(), continuingIn: continuation)
    first.runs.start()
    await first.told(#"parked(run: "a")"#)
    await first.runs.stop()
    let second = try RunProcess("c", on: store, approved.durable(), continuingIn: continuation)
    second.runs.start()
    try await second.runs.send(7, to: approval, of: "a")
    await second.told(#"ended(run: "a")"#)
    await second.runs.stop()
    return (first, second)
  }

  private func span(_ name: String, of process: RunProcess) throws -> FinishedInMemorySpan {
    let spans = process.spans(name)
    try #require(spans.count == 1)
    return spans[0]
  }

  private func submit(
    _ workflow: Workflow<Int, Int>,
    isTraced: Bool = true
  ) async throws -> FinishedInMemorySpan {
    let process = try RunProcess("a", on: store, workflow.durable(), isTraced: isTraced)
    try await process.tracer.withSpan("handler") { _ in
      _ = try await process.runs.submit(workflow, id: "a", input: 1)
    }
    return try #require(process.spans("handler").first)
  }

  // MARK: Across processes

  @Test func executionsAreChildrenOfTheSpanThatHasSubmittedTheRun() async throws {
    let handler = try await submit(approved)
    let (first, second) = try await workInTwoProcesses()
    let (start, end) = (try span("order", of: first), try span("order", of: second))
    #expect([start.traceID, end.traceID] == [handler.traceID, handler.traceID])
    #expect([start.parentSpanID, end.parentSpanID] == [handler.spanID, handler.spanID])
    #expect(start.linkedSpans == [] && end.linkedSpans == [handler.spanID])
    #expect([start.outcome, end.outcome] == ["parked", "succeeded"])
    #expect([start.execution, end.execution] == [1.toSpanAttribute(), 2.toSpanAttribute()])
    #expect(start.attributes["workflow.tag"]?.toSpanAttribute() == "a")
    #expect(start.status == nil && start.errors.isEmpty)
  }

  @Test func stepsAreSpansBeneathTheExecutionThatRunsThem() async throws {
    _ = try await submit(approved)
    let (first, second) = try await workInTwoProcesses()
    let (start, end) = (try span("order", of: first), try span("order", of: second))
    #expect(first.spans("reserve").map(\.parentSpanID) == [start.spanID])
    #expect(first.spans("reserve").map(\.outcome) == ["succeeded"])
    // Its cancellation says that the process has left the run.
    #expect(first.spans("approval").map(\.outcome) == ["parked"])
    #expect(second.spans("reserve").isEmpty)
    #expect(second.spans("ship").map(\.parentSpanID) == [end.spanID])
    #expect(first.tracer.activeSpans.isEmpty && second.tracer.activeSpans.isEmpty)
  }

  @Test func withoutASpanOfTheSubmissionTheFirstExecutionBeginsTheTrace() async throws {
    _ = try await submit(approved, isTraced: false)
    let (first, second) = try await workInTwoProcesses()
    let (start, end) = (try span("order", of: first), try span("order", of: second))
    #expect(start.parentSpanID == nil)
    #expect(end.traceID == start.traceID && end.parentSpanID == start.spanID)
    #expect(end.linkedSpans == [start.spanID])
  }

  @Test func aRunMayContinueInATraceOfItsOwn() async throws {
    let handler = try await submit(approved)
    let (first, second) = try await workInTwoProcesses(continuingIn: .new)
    let (start, end) = (try span("order", of: first), try span("order", of: second))
    #expect(start.traceID == handler.traceID)
    #expect(end.traceID != handler.traceID && end.parentSpanID == nil)
    #expect(end.linkedSpans == [handler.spanID])
  }

  @Test func aLeaseThatIsLostEndsTheSpanAsThat() async throws {
    let (begun, taken) = (Promise<Void, Never>(), Promise<Void, Never>())
    let workflow = Workflow("order") {
      Perform("reserve") { (number: Int) in
        if !begun.future.isSettled { begun.succeed() }
        await taken.future.value
        return number
      }
      .checkpoint()
    }
    let handler = try await submit(workflow)
    let first = try RunProcess("b", on: store, workflow.durable())
    first.runs.start()
    await begun.future.value
    store.advance(by: .seconds(100_000))
    let second = try RunProcess("c", on: store, workflow.durable())
    second.runs.start()
    await second.told(#"claimed(run: "a", epoch: 2)"#)
    taken.succeed()
    await first.told(#"lost(run: "a")"#)
    await second.told(#"ended(run: "a")"#)
    #expect(first.spans("order").map(\.outcome) == ["lost"])
    #expect(second.spans("order").map(\.outcome) == ["succeeded"])
    #expect(second.spans("order").map(\.parentSpanID) == [handler.spanID])
    await first.runs.stop()
    await second.runs.stop()
  }

  // MARK: What belongs to a run

  @Test func compensationsBelongToTheTraceOfTheRun() async throws {
    struct Refused: Error {}
    let workflow = Workflow("order") {
      Perform("reserve") { (number: Int) in number }
        .checkpoint()
        .compensate { (_: Int) in }
      Perform("charge") { (_: Int) async throws -> Int in throw Refused() }.checkpoint()
    }
    let handler = try await submit(workflow)
    let process = try RunProcess("b", on: store, workflow.durable())
    process.runs.start()
    await process.told(#"ended(run: "a")"#)
    await process.runs.stop()
    #expect(process.spans("order").map(\.outcome) == ["failed"])
    let undo = try #require(process.spans("compensate reserve").first)
    #expect(undo.traceID == handler.traceID && undo.parentSpanID == handler.spanID)
  }

  @Test func aChildRunIsBegunByTheStepThatSubmitsIt() async throws {
    let child = Workflow("child") { Perform("work") { (number: Int) in number }.checkpoint() }
    let workflow = Workflow("order") { ChildRun(child, name: "delegate") }
    _ = try await submit(workflow)
    let process = try RunProcess("b", on: store, workflow.durable(), child.durable())
    process.runs.start()
    await process.told(#"ended(run: "a")"#)
    await process.runs.stop()
    let delegate = try #require(process.spans("delegate").first)
    #expect(process.spans("child").map(\.parentSpanID) == [delegate.spanID])
    #expect(process.spans("child").map(\.traceID) == [delegate.traceID])
  }

  @Test func aForkIsBegunByTheSpanThatForks() async throws {
    _ = try await submit(approved)
    _ = try await workInTwoProcesses()
    let process = try RunProcess("d", on: store, approved.durable())
    try await process.tracer.withSpan("console") { _ in
      try await process.runs.fork("a", as: "b", from: "/order/ship")
    }
    process.runs.start()
    try await process.runs.send(7, to: approval, of: "b")
    await process.told(#"ended(run: "b")"#)
    await process.runs.stop()
    let console = try #require(process.spans("console").first)
    #expect(process.spans("order").first?.parentSpanID == console.spanID)
  }

  // MARK: What is kept

  @Test func theSpanIsNoStepOfTheRun() async throws {
    _ = try await submit(approved)
    let (_, second) = try await workInTwoProcesses()
    var recorded: [String] = []
    for try await event in second.runs.events(of: "a") {
      if case .recorded(let step) = event { recorded.append(step) }
    }
    #expect(recorded == ["/order/reserve", "/order/ship"])
    // The time of the store stands still, so the order depends on how long the steps took.
    let names = try await second.runs.trace(of: "a").spans.map(\.name)
    #expect(names.sorted() == ["order", "reserve", "ship"])
  }

  @Test func aProgramWithoutATracerKeepsNothing() async throws {
    let options = DurableRunsOptions().traced(by: NoOpTracer())
    let runs = try DurableRuns(
      store: RunStore(store),
      workflows: [approved.durable()],
      options: options
    )
    try await runs.submit(approved, id: "a", input: 1)
    let kept = try await store.load("a")?.records.keys.map(\.description)
    #expect(kept == ["/%signals"])
  }

  @Test func whatIsNoSpanBeginsATrace() async throws {
    let workflow = Workflow("order") { Perform("reserve") { (number: Int) in number } }
    var submission = RunSubmission(id: "a", workflow: "order", input: Data("1".utf8))
    submission.records[RecordPath("/%trace")] = RunRow.Record(
      value: Data("nonsense".utf8),
      type: "",
      isCompensated: false,
      sequence: 0,
      time: 0
    )
    _ = try await store.submit(submission)
    let process = try RunProcess("b", on: store, workflow.durable())
    process.runs.start()
    await process.told(#"ended(run: "a")"#)
    await process.runs.stop()
    #expect(process.spans("order").map(\.parentSpanID) == [nil])
  }

  @Test(arguments: [true, false])
  func theSpanOfTheFirstExecutionCostsNoWrite(isTraced: Bool) async throws {
    let counting = CommitCounter(store)
    let workflow = Workflow("order") {
      Perform("one") { (number: Int) in number }
      Perform("two") { (number: Int) in number }.checkpoint()
      Perform("three") { (number: Int) in number }.checkpoint()
    }
    _ = try await submit(workflow, isTraced: false)
    let process = try RunProcess("b", on: counting, workflow.durable(), isTraced: isTraced)
    process.runs.start()
    await process.told(#"ended(run: "a")"#)
    await process.runs.stop()
    #expect(counting.commits.value == 2)
    let isKept = try await store.load("a")?.records[RecordPath("/%trace")] != nil
    #expect(isKept == isTraced)
  }
}
#endif
