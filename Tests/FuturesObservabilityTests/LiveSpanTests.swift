#if Observability
import Dispatch
import Futures
import FuturesObservability
import FuturesTesting
import InMemoryTracing
import TestSupport
import Testing
import Tracing
import Workflows

private struct LoadError: Error {}

/// The span of a step is current while the step runs.
@Suite(.timeLimit(.minutes(10)))
struct LiveSpanTests {
  let tracer = InMemoryTracer()

  private func span(_ name: String) throws -> FinishedInMemorySpan {
    try #require(tracer.finishedSpans.first { $0.operationName == name })
  }

  /// The name of the span around the one with a name.
  private func parent(of name: String) throws -> String? {
    let parent = try span(name).parentSpanID
    return tracer.finishedSpans.first { $0.spanID == parent }?.operationName
  }

  /// What a client of another library does: a span of its own.
  private func request(_ name: String) { tracer.withSpan(name) { _ in } }

  /// Runs a workflow to its end.
  private func run(_ workflow: Workflow<Int, Int>) async throws {
    let run = workflow.start(1, tracedBy: tracer)
    _ = try await run.value
    await run.stopped()
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func spansAreActiveWhileTheirStepsRun() async throws {
    let (started, gate) = (Promise<Void, any Error>(), Promise<Void, any Error>())
    let workflow = Workflow("job") {
      Perform("load") { (number: Int) async throws in
        started.succeed()
        try await gate.future.value
        return number
      }
    }
    let run = workflow.start(1, tracedBy: tracer)
    try await started.future.value
    #expect(tracer.activeSpans.map(\.operationName).sorted() == ["job", "load"])
    gate.succeed()
    _ = try await run.value
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func spansOfAStepAreItsChildren() async throws {
    try await run(
      Workflow("job") {
        Perform("first") { (number: Int) in
          request("a")
          return number
        }
        Workflow("inner") {
          Perform("second") { (number: Int) async in
            await Task.yield()
            request("b")
            return number
          }
        }
      }
    )
    #expect(try parent(of: "a") == "first")
    #expect(try parent(of: "b") == "second")
    #expect(try parent(of: "second") == "inner")
    #expect(try parent(of: "inner") == "job")
  }

  @Test func theContextOfAPerformKeepsTheSpan() async throws {
    let queue = ExecutionContext.queue(DispatchQueue(label: "elsewhere"))
    try await run(
      Workflow("job") {
        Perform("synchronous", on: queue) { (number: Int) in
          request("a")
          return number
        }
        Perform("asynchronous", on: queue) { (number: Int) async in
          await Task.yield()
          request("b")
          return number
        }
      }
    )
    #expect(try parent(of: "a") == "synchronous")
    #expect(try parent(of: "b") == "asynchronous")
  }

  @Test func hopsInsideAStepKeepItsSpan() async throws {
    let queue = ExecutionContext.queue(DispatchQueue(label: "elsewhere"))
    let reply = Promise<Int, any Error>()
    try await run(
      Workflow("job") {
        Perform("load") { (number: Int) async throws in
          let result = reply.future
            .on(queue.withServiceContext()).map { value in
              request("a")
              return value
            }
            .on(.inline.withServiceContext()).flatMap { value in
              request("b")
              return Future<Int, any Error> { () async throws in
                request("c")
                return value
              }
            }
          // Another caller completes the promise, outside of any span.
          DispatchQueue.global().async { reply.succeed(number) }
          return try await result.value
        }
      }
    )
    for name in ["a", "b", "c"] { #expect(try parent(of: name) == "load") }
  }

  @Test func branchesAndElementsHaveTheirOwnSpans() async throws {
    try await run(
      Workflow("job") {
        Parallel {
          Perform("left") { (number: Int) in
            request("a")
            return number
          }
          Perform("right") { (number: Int) in
            request("b")
            return number
          }
        }
        Perform("list") { (left: Int, right: Int) in [left, right] }
        ForEach(maxConcurrent: 1) {
          Perform("element") { (number: Int) in
            request("c")
            return number
          }
        }
        Perform("count") { (numbers: [Int]) in numbers.count }
      }
    )
    #expect(try parent(of: "a") == "left")
    #expect(try parent(of: "b") == "right")
    #expect(try parent(of: "c") == "element")
    #expect(try parent(of: "left") == "parallel")
    #expect(try parent(of: "element") == "#1")
  }

  @Test func eachAttemptHasASpan() async throws {
    try await run(
      Workflow("job") {
        Perform.withContext("load") { (number: Int, context: StepContext) throws -> Int in
          request("attempt \(context.attempt)")
          if context.attempt == 1 { throw LoadError() }
          return number
        }
        .retry(RetryPolicy(attempts: 2))
      }
    )
    let attempts = tracer.finishedSpans.filter {
      $0.operationName == "load" && $0.attributes["workflow.attempt"]?.toSpanAttribute() == 2
    }
    #expect(try span("attempt 2").parentSpanID == attempts.first?.spanID)
    #expect(try span("attempt 1").parentSpanID != attempts.first?.spanID)
  }

  @Test func workThatExceedsItsTimeKeepsTheContextOfItsSpan() async throws {
    let clock = ManualClock()
    let (gate, ended) = (Promise<Void, Never>(), Promise<Void, any Error>())
    let workflow = Workflow("job") {
      Perform("load") { (number: Int) async in
        await gate.future.value
        request("late")
        ended.succeed()
        return number
      }
      .timeout(.seconds(1), clock: clock)
    }
    let run = workflow.start(1, tracedBy: tracer)
    try await clock.waitForTimer(dueIn: .seconds(1))
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await run.value }
    #expect(tracer.activeSpans.isEmpty)
    gate.succeed()
    try await ended.future.value
    #expect(try parent(of: "late") == "load")
  }

  @Test func everySpanEndsHoweverTheRunIsCancelled() async throws {
    let workflow = Workflow("job") {
      ForEach(maxConcurrent: 4) {
        Perform("first") { (number: Int) async in
          await Task.yield()
          return number
        }
        Perform("second") { (number: Int) in number }
      }
    }
    for round in 0..<100 {
      let tracer = InMemoryTracer()
      let run = workflow.start(Array(0..<8), tracedBy: tracer)
      let canceller = Task {
        for _ in 0..<round { await Task.yield() }
        run.cancel()
      }
      await canceller.value
      await run.stopped()
      #expect(tracer.activeSpans.isEmpty)
      let names = run.trace.spans.map(\.name)
      // A run that is cancelled before its first step has no spans but its own.
      #expect(
        tracer.finishedSpans.map(\.operationName).sorted()
          == (names.isEmpty ? ["job"] : names).sorted()
      )
    }
  }
}
#endif
