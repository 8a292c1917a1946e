import Futures
import FuturesTesting
import TestSupport
import Testing

private enum Request {
  @TaskLocal static var user = "nobody"
}

@Suite struct WithTimeoutTests {
  private let clock = ManualClock()

  @Test func workInTimeReturnsItsValueAndTheTimerGoes() async throws {
    let value = try await withTimeout(.seconds(1), clock: clock) { () async throws -> Int in
      await Task.yield()
      return 7
    }
    #expect(value == 7)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func whatTheWorkThrowsIsThrown() async {
    await #expect(throws: TestError.first) {
      try await withTimeout(.seconds(1), clock: clock) { throw TestError.first }
    }
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aTimeOutEndsTheCallAndCancelsTheWork() async throws {
    let work = Promise<Int, any Error>()
    let call = Task { [clock] in
      try await withTimeout(.seconds(1), clock: clock) { try await work.future.value }
    }
    try await clock.waitForPendingTimers()
    clock.advance(by: .milliseconds(999))
    #expect(!clock.pendingTimers.isEmpty)
    clock.advance(by: .milliseconds(1))
    await #expect(throws: TimeoutError(limit: .seconds(1))) { try await call.value }
    work.succeed(1)
  }

  @Test func workThatIgnoresItsCancellationDoesNotHoldTheCall() async throws {
    let gate = Promise<Void, Never>()
    let wasCancelled = Promise<Bool, Never>()
    let call = Task { [clock] in
      try await withTimeout(.seconds(1), clock: clock) {
        await gate.future.value  // cannot hold a cancellation
        wasCancelled.succeed(Task.isCancelled)
      }
    }
    try await clock.waitForPendingTimers()
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await call.value }
    gate.succeed()
    #expect(await wasCancelled.future.value)
  }

  @Test func aCancellationOfTheWorkItselfIsNotOneOfTheCaller() async throws {
    let cancelled = Future<Int, any Error>(error: CancellationError())
    await #expect(throws: CancellationError.self) {
      try await withTimeout(.seconds(1), clock: clock) { try await cancelled.value }
    }
    #expect(!Task.isCancelled)
    #expect(!CancellationToken.current.isCancelled)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func workMayRecordTheErrorOfItsCancellation() async throws {
    let recorded = Promise<Bool, Never>()
    let call = Task { [clock] in
      try await withTimeout(.seconds(1), clock: clock) {
        do {
          return try await Future<Int, any Error>.never.value
        } catch {
          recorded.succeed(error is CancellationError)
          throw TestError.second
        }
      }
    }
    try await clock.waitForPendingTimers()
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await call.value }
    #expect(await recorded.future.value)
  }

  @Test func cancellingTheCallerCancelsTheWorkAndTheTimer() async throws {
    let gate = Promise<Void, Never>()
    let wasCancelled = Promise<Bool, Never>()
    let call = Task { [clock] in
      try await withTimeout(.seconds(1), clock: clock) {
        await gate.future.value
        wasCancelled.succeed(Task.isCancelled)
      }
    }
    try await clock.waitForPendingTimers()
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(clock.pendingTimers.isEmpty)
    gate.succeed()
    #expect(await wasCancelled.future.value)
  }

  @Test func cancellingTheScopeOfTheCallerEndsTheCall() async throws {
    let works = Works()
    let source = CancellationSource()
    let call = Task { [clock] in
      try await withCancellationScope(linkedTo: source.token) {
        try await withTimeout(.seconds(1), clock: clock) {
          try await works.start().value
        }
      }
    }
    try await clock.waitForPendingTimers()
    source.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func theWorkHasTheTaskLocalValuesAndThePriorityOfTheCaller() async throws {
    let seen = try await Request.$user.withValue("alice") {
      try await withTimeout(.seconds(1), clock: clock) { (Request.user, Task.currentPriority) }
    }
    #expect(seen.0 == "alice")
    #expect(seen.1 == Task.currentPriority)
  }

  @MainActor @Test func theWorkRunsWhereItIsWritten() async throws {
    var isOnTheMainActor = false
    try await withTimeout(.seconds(1), clock: clock) {
      MainActor.assertIsolated()
      isOnTheMainActor = true
    }
    #expect(isOnTheMainActor)
  }

  @Test func whatTheWorkLeavesBehindIsCancelled() async throws {
    let works = Works()
    try await withTimeout(.seconds(1), clock: clock) { _ = works.start() }
    #expect(works.cancelled == 1)
  }

  // MARK: Priorities

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(.timeLimit(.minutes(10))) func theWorkIsAsUrgentAsItsCallerBecomes() async throws {
    let begun = Promise<TaskPriority, Never>()
    let caller = Task(priority: .background) { [clock] in
      try await withTimeout(.seconds(1), clock: clock) {
        begun.succeed(Task.currentPriority)
        while Task.currentPriority < .high { await Task.yield() }
        return Task.currentPriority
      }
    }
    #expect(await begun.future.value == .background)
    caller.escalatePriority(to: .high)
    #expect(try await caller.value >= .high)
  }
}
