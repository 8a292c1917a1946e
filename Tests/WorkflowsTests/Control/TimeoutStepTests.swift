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
    let token = Box(CancellationToken.never)
    let step = Perform.withContext { (number: Int, context: StepContext) in
      token.value = context.cancellation
      return try await gate.run(number, in: context)
    }
    let run = step.timeout(.seconds(1), clock: clock).then { $0 }.start(1)
    try await gate.arrival()
    try await clock.waitForPendingTimers()
    clock.advance(by: .seconds(1))
    let error = await #expect(throws: TimeoutError.self) { try await run.value }
    #expect(error?.limit == .seconds(1))
    #expect(error?.description.hasPrefix("No outcome of step '") == true)
    await run.stopped()
    #expect(token.value.isCancelled)
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

  @Test func aReportOfAnAttemptThatWasTooLateMovesNothing() async throws {
    let gates = [Gate<Int>("late"), Gate<Int>("second")]
    let contexts = Log<StepContext>()
    let step = Perform.withContext { (number: Int, context: StepContext) in
      contexts.add(context)
      return try await gates[context.attempt - 1].run(number, in: context)
    }
    let run = step.timeout(.seconds(1), clock: clock)
      .retry(RetryPolicy(attempts: 2))
      .then { $0 }
      .start(1)
    try await gates[0].arrival()
    try await clock.waitForPendingTimers()
    contexts.all[0].report(0.25)
    let before = run.fractionCompleted
    #expect(before > 0)
    clock.advance(by: .seconds(1))
    try await gates[1].arrival()
    contexts.all[0].report(0.75)
    #expect(run.fractionCompleted == before)
    contexts.all[1].report(0.5)
    #expect(run.fractionCompleted > before)
    gates[1].open()
    #expect(try await run.value == 1)
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

  @Test func whatWasSetBeforeAFailureInTimeIsSeenLater() async throws {
    let step = Perform.withContext { (_: Int, context: StepContext) -> Int in
      context[.late] = "in time"
      throw TestError()
    }
    let run = step.timeout(.seconds(1), clock: clock).then { $0 }.start(1)
    await #expect(throws: TestError()) { try await run.value }
    #expect(run[.late] == "in time")
  }

  @Test func aTimeoutOfTheStepItselfIsAFailureInTime() async throws {
    let step = Perform.withContext { (_: Int, context: StepContext) -> Int in
      context[.late] = "in time"
      throw TimeoutError(limit: .zero)
    }
    let run = step.timeout(.seconds(1), clock: clock).then { $0 }.start(1)
    await #expect(throws: TimeoutError(limit: .zero)) { try await run.value }
    #expect(run[.late] == "in time")
  }

  @Test func aStepThatIsCancelledInItsTimeIsWaitedFor() async throws {
    let stubborn = Stubborn()
    let done = Box(false)
    let noting = Perform.withContext { (number: Int, context: StepContext) in
      defer { done.value = true }
      return try await stubborn.run(number, in: context)
    }
    let run = noting.timeout(.seconds(1), clock: clock).then { $0 }.start(1)
    try await stubborn.gate.arrival()
    run.cancel()
    let opening = Task {
      for _ in 0..<1000 { await Task.yield() }
      stubborn.gate.open()
    }
    await run.stopped()
    #expect(done.value)
    await opening.value
  }

  @Test func aStepThatIsCancelledIsNotWaitedForLongerThanItsTime() async throws {
    let stubborn = Stubborn()
    let run = stubborn.timeout(.seconds(1), clock: clock).then { $0 }.start(1)
    try await stubborn.gate.arrival()
    try await clock.waitForPendingTimers()
    run.cancel()
    clock.advance(by: .seconds(1))
    await run.stopped()
    #expect(run.state == .cancelled)
    stubborn.gate.open()
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max), .nanoseconds(1)])
  func anyLimitWillDo(_ limit: Duration) async throws {
    let gate = Gate<Int>()
    let run = gate.timeout(limit).then { $0 }.start(1)
    if limit > .seconds(1) {
      gate.open()
      #expect(try await run.value == 1)
    } else {
      let error = await #expect(throws: TimeoutError.self) { try await run.value }
      #expect(error?.limit == limit)
    }
  }
}
