import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

extension RunKey where Value == String {
  fileprivate static let late = RunKey("late")
}

@Suite struct TimeoutStepTests {
  private let clock = ManualClock()

  @Test func aStepThatIsInTimeGoesThrough() async throws {
    let run = Increment().timeout(.seconds(1), clock: clock).then { $0 }.start(1)
    #expect(try await run.value == 2)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aStepThatIsLateFailsAndIsCancelled() async throws {
    let gate = Gate<Int>()
    let token = Box(CancellationToken.none)
    let step = Perform.withContext { (number: Int, context: StepContext) in
      token.value = context.cancellation
      return try await gate.run(number, in: context)
    }
    let run = step.timeout(.seconds(1), clock: clock).then { $0 }.start(1)
    try await gate.arrival()
    try await clock.waitForPendingTimers()
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError(limit: .seconds(1))) { try await run.value }
    await run.stopped()
    #expect(token.value.isCancellationRequested)
  }

  @Test func aStepThatDoesNotCareIsLeftToItself() async throws {
    let gate = Gate<Int>()
    let context = Box<StepContext?>(nil)
    let step = Perform.withContext { (number: Int, inner: StepContext) in
      context.value = inner
      return await Task { try? await gate.run(number, in: inner) }.value ?? 0
    }
    let run = step.timeout(.seconds(1), clock: clock).recover { _ in -1 }.then { $0 }.start(1)
    try await gate.arrival()
    try await clock.waitForPendingTimers()
    clock.advance(by: .seconds(1))
    #expect(try await run.value == -1)
    context.value?[.late] = "too late"
    #expect(run[.late] == nil)
    gate.open()
  }

  @Test func whatWasSetInTimeIsSeenLater() async throws {
    let step = Perform.withContext { (number: Int, context: StepContext) in
      context[.late] = "in time"
      return number
    }
    let run = step.timeout(.seconds(1), clock: clock).then { $0 }.start(1)
    _ = try await run.value
    #expect(run[.late] == "in time")
  }

  @Test func eachAttemptHasATimeOfItsOwn() async throws {
    let gate = Gate<Int>()
    let run = gate.timeout(.seconds(1), clock: clock)
      .retry(RetryPolicy(attempts: 2))
      .then { $0 }
      .start(1)
    for _ in 0..<2 {
      try await clock.waitForPendingTimers()
      clock.advance(by: .seconds(1))
    }
    await #expect(throws: TimeoutError.self) { try await run.value }
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func cancellingTheRunRemovesTheTimer() async throws {
    let gate = Gate<Int>()
    let run = gate.timeout(.seconds(1), clock: clock).then { $0 }.start(1)
    try await gate.arrival()
    try await clock.waitForPendingTimers()
    run.cancel()
    await run.stopped()
    #expect(clock.pendingTimers.isEmpty)
  }
}
