import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// A control step as a client would write it.
private struct Twice<Value: Sendable>: Step {
  let step: any Step<Value, Value>

  func run(_ value: Value, in context: StepContext) async throws -> Value {
    let once = try await context.perform(step, with: value, progress: 0...0.5)
    return try await context.perform(step, with: once, progress: 0.5...1)
  }
}

@Suite struct PerformPartTests {
  @Test func partsHaveSpansInsideThatOfTheStep() async throws {
    let run = Workflow("outer") { Twice<Int>(step: Increment().named("part")).named("twice") }
      .start(1)
    #expect(try await run.value == 3)
    #expect(run.trace.spans.map(\.name) == ["outer", "twice", "part", "part"])
    #expect(run.trace.spans.map { $0.parent?.number } == [nil, 0, 1, 1])
    #expect(run.trace.spans.allSatisfy { $0.outcome == .succeeded })
  }

  @Test func partsHaveSharesOfTheProgress() async throws {
    let reached = Log<Double>()
    let context = StepContext()
    let part = Perform<Int, Int>.withContext("part") { number, inner in
      inner.report(0.5)
      reached.add(context.reportedFraction)
      return number
    }
    _ = try await context.perform(part, with: 1, progress: 0...0.5)
    #expect(context.reportedFraction == 0.5)
    _ = try await context.perform(part, with: 1, progress: 0.5...1)
    #expect(reached.all == [0.25, 0.75])
    #expect(context.reportedFraction.nextUp >= 1)
  }

  @Test func aShareBeyondTheStepIsClamped() async throws {
    let context = StepContext()
    _ = try await context.perform(Increment(), with: 1, progress: -3...0.5)
    #expect(context.reportedFraction == 0.5)
    _ = try await context.perform(Increment(), with: 1, progress: 0.5...Double.infinity)
    #expect(context.reportedFraction.nextUp >= 1)
  }

  @Test func aFailureIsInTheTraceAndIsThatOfTheStep() async throws {
    let run = Workflow("outer") { Twice<Int>(step: Fail(TestError("x"))) }.start(1)
    await #expect(throws: TestError("x")) { try await run.value }
    #expect(run.trace.spans.map(\.name) == ["outer", "Twice", "Fail"])
    #expect(run.trace.spans.last?.outcome == .failed(error: "TestError x"))
  }

  @Test func partsAreNumberedAndNamed() async throws {
    let context = StepContext(name: "outer")
    let part = Perform<Int, String>.withContext("part") { _, inner in
      "\(inner.path) \(inner.attempt)"
    }
    #expect(try await context.perform(part, with: 1, attempt: 3) == "outer/part 3")
    #expect(try await context.perform(part, with: 1) == "outer/part 1")
  }

  @Test func noPartBeginsInAStepThatHasToStop() async throws {
    let source = CancellationSource()
    source.cancel()
    let calls = Counter()
    let part = Perform { (number: Int) in
      calls.add()
      return number
    }
    let context = StepContext(cancellation: source.token)
    await #expect(throws: CancellationError.self) { try await context.perform(part, with: 1) }
    #expect(calls.value == 0)
  }
}
