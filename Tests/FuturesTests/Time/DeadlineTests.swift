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
