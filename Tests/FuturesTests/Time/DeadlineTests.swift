import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct DeadlineTests {
  private let clock = ManualClock()

  @Test func itTellsHowMuchTimeIsLeft() async throws {
    #expect(Deadline.current == nil)
    try await withTimeout(.seconds(3), clock: clock) { [clock] in
      let deadline = try #require(Deadline.current)
      #expect(deadline.remaining == .seconds(3))
      clock.advance(by: .seconds(2))
      #expect(deadline.remaining == .seconds(1))
    }
  }

  @Test func itIsThatOfTheTimeLimitThatEndsFirst() async throws {
    try await withTimeout(.seconds(3), clock: clock) { [clock] in
      try await withTimeout(.seconds(5), clock: clock) {
        #expect(Deadline.current?.remaining == .seconds(3))
      }
      try await withTimeout(.seconds(1), clock: clock) {
        #expect(Deadline.current?.remaining == .seconds(1))
      }
      #expect(Deadline.current?.remaining == .seconds(3))
    }
  }

  @Test func workThatReturnsAFutureHasOne() async throws {
    let left = try await withTimeout(.seconds(3), clock: clock) {
      Future<Duration?, Never> { Deadline.current?.remaining }
    }
    #expect(left == .seconds(3))
  }

  /// A load that others wait for, too, goes on when the time of its first caller is up.
  @Test func aSharedLoadHasNoDeadlineFromItsCallers() async throws {
    let loads = SharedLoads<Int, Int, any Error>()
    let attempts = Counter()
    let load: @Sendable () async throws -> Int = { [clock] in
      #expect(Deadline.current == nil)
      let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(2)))
      return try await withRetry(policy, clock: clock) {
        attempts.add()
        if RetryPolicy.currentAttempt == 1 { throw TestError.first }
        return 1
      }
    }
    let hasty = Future { [clock] in
      try await withTimeout(.seconds(1), clock: clock) {
        try await loads.value(for: 1, load)
      }
    }
    try await clock.waitForTimer(dueIn: .seconds(2))
    let patient = loads.load(1, load)
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await hasty.value }
    clock.advance(by: .seconds(1))
    #expect(try await patient.value == 1)
    #expect(attempts.value == 2)
  }

  @Test func aLoadHasTheDeadlineThatItSets() async throws {
    let loads = SharedLoads<Int, Duration?, any Error>()
    let left = try await withTimeout(.seconds(1), clock: clock) { [clock] in
      try await loads.value(for: 1) {
        try await withTimeout(.seconds(3), clock: clock) { Deadline.current?.remaining }
      }
    }
    #expect(left == .seconds(3))
    let derived = try await withTimeout(.seconds(1), clock: clock) {
      loads.load(2) { () -> Future<Duration?, any Error> in
        Future(value: Deadline.current?.remaining)
      }
    }
    #expect(derived == nil)
  }

  /// It runs on the thread, and with the task-local values, of the code that completes its future.
  @Test func aClosureThatRunsInNoScopeHasNone() async throws {
    let promise = Promise<Int, any Error>()
    let mapped = promise.future.map { _ in Deadline.current?.remaining }
    try await withTimeout(.seconds(1), clock: clock) { _ = promise.succeed(1) }
    #expect(mapped.currentValue == .some(nil))
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(-1), .zero])
  func aLimitOfAnyLengthDoesNotTrap(_ limit: Duration) async {
    let remaining = try? await withTimeout(limit, clock: clock) { Deadline.current?.remaining }
    // A limit that never ends is none; a call without time fails, or has no time left.
    #expect(remaining == nil || remaining == .some(.zero))
  }

  @Test func aRetryDoesNotPausePastIt() async throws {
    let attempts = Counter()
    let call = Task { [clock] in
      try await withTimeout(.seconds(3), clock: clock) {
        let policy = RetryPolicy(attempts: 9, backoff: .constant(.seconds(2)))
        try await withRetry(policy, clock: clock) {
          attempts.add()
          throw TestError.first
        }
      }
    }
    try await clock.waitForTimer(dueIn: .seconds(2))
    clock.advance(by: .seconds(2))
    await #expect(throws: TestError.first) { try await call.value }
    #expect(attempts.value == 2)
  }
}
