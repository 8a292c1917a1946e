import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct RetryBudgetTests {
  private let clock = ManualClock()
  private let attempts = Counter()

  /// Makes calls that fail.
  private func fail(_ calls: Int = 1, _ policy: RetryPolicy) async {
    for _ in 0..<calls {
      await #expect(throws: TestError.first) {
        try await withRetry(policy) {
          attempts.add()
          throw TestError.first
        }
      }
    }
  }

  @Test func retriesAreAShareOfTheCalls() async {
    let policy = RetryPolicy(attempts: 3)
      .within(RetryBudget(ratio: 0.2, minimumPerSecond: 0, clock: clock))
    await fail(4, policy)
    #expect(attempts.value == 4)
    await fail(1, policy)
    #expect(attempts.value == 6)
    await fail(95, policy)
    #expect(attempts.value == 120)
  }

  @Test func callsThatSucceedCountToo() async throws {
    let policy = RetryPolicy(attempts: 3)
      .within(RetryBudget(ratio: 0.2, minimumPerSecond: 0, clock: clock))
    for _ in 0..<9 { try await withRetry(policy) {} }
    await fail(1, policy)
    #expect(attempts.value == 3)
  }

  @Test func someRetriesNeedNoCalls() async {
    let budget = RetryBudget(ratio: 0, minimumPerSecond: 2, clock: clock)
    let policy = RetryPolicy(attempts: 100).within(budget)
    await fail(1, policy)
    #expect(attempts.value == 1 + 20)
    await fail(1, policy)
    #expect(attempts.value == 1 + 20 + 1)
    clock.advance(by: .seconds(10))
    await fail(1, policy)
    #expect(attempts.value == 1 + 20 + 1 + 1 + 20)
  }

  @Test func callsAndRetriesAgeOnTheClock() async throws {
    let budget = RetryBudget(ratio: 1, minimumPerSecond: 0, clock: clock)
    let policy = RetryPolicy(attempts: 9).within(budget)
    for _ in 0..<3 { try await withRetry(policy) {} }
    clock.advance(by: .seconds(10))
    await fail(1, policy)
    #expect(attempts.value == 2)
  }

  @Test func retriesAgeWhileAnAttemptRuns() async {
    let budget = RetryBudget(ratio: 0, minimumPerSecond: 1, clock: clock)
    let policy = RetryPolicy(attempts: 100).within(budget)
    await fail(1, policy)
    #expect(attempts.value == 11)
    await #expect(throws: TestError.first) {
      try await withRetry(policy) {
        if RetryPolicy.currentAttempt == 1 { clock.advance(by: .seconds(10)) }
        attempts.add()
        throw TestError.first
      }
    }
    #expect(attempts.value == 22)
  }

  @Test func anAttemptThatUsesTheBudgetItselfIsNoOtherCall() async {
    func count(
      _ attempt: @escaping @Sendable (RetryPolicy, RetryBudget) async throws -> Void
    ) async {
      let budget = RetryBudget(ratio: 0.2, minimumPerSecond: 0, clock: clock)
      let policy = RetryPolicy(attempts: 3).within(budget)
      let before = attempts.value
      for _ in 0..<100 {
        await #expect(throws: TestError.first) {
          try await withRetry(policy) { try await attempt(policy, budget) }
        }
      }
      #expect(attempts.value - before == 120)
    }
    let fail: @Sendable () async throws -> Void = { [attempts] in
      attempts.add()
      throw TestError.first
    }
    await count { _, budget in try await withHedge(after: .seconds(60), budget: budget, fail) }
    await count { policy, _ in try await withRetry(policy) { try await fail() } }
    await count { policy, _ in
      try await Future.retry(policy) { Future { try await fail() } }.value
    }
  }

  @Test func oneBudgetLimitsAllThatShareIt() async {
    let budget = RetryBudget(ratio: 1, minimumPerSecond: 0, clock: clock)
    await fail(1, RetryPolicy(attempts: 2).within(budget))
    #expect(attempts.value == 2)
    let future = Future.retry(RetryPolicy(attempts: 9).within(budget)) { [attempts] in
      attempts.add()
      return Future<Int, TestError>(error: .second)
    }
    #expect(future.currentError == .second)
    #expect(attempts.value == 4)
    await fail(1, RetryPolicy(attempts: 9).pausing { _, _ in nil }.within(budget))
    #expect(attempts.value == 6)
  }

  @Test func anEmptyBudgetEndsTheCallWithoutAPause() async {
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)))
      .within(RetryBudget(ratio: 0, minimumPerSecond: 0, clock: clock))
    await #expect(throws: TestError.first) {
      try await withRetry(policy, clock: clock) { throw TestError.first }
    }
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func onlyRetriesThatAreMadeAreTaken() async throws {
    let budget = RetryBudget(ratio: 1, minimumPerSecond: 0, clock: clock)
    await fail(1, RetryPolicy(shouldRetry: { _, _ in false }).within(budget))
    await fail(1, RetryPolicy(attempts: 1).within(budget))
    let slow = RetryPolicy(backoff: .constant(.seconds(2))).within(budget)
    await #expect(throws: TestError.first) {
      try await withTimeout(.seconds(1), clock: clock) {
        try await withRetry(slow, clock: clock) { throw TestError.first }
      }
    }
    attempts.add(-2)
    await fail(1, RetryPolicy(attempts: 9).within(budget))
    #expect(attempts.value == 1 + 4)
  }

  @Test func withoutABudgetAPolicyIsAsBefore() async {
    await fail(2, RetryPolicy(attempts: 3))
    #expect(attempts.value == 6)
  }

  @Test func anOutageIsNotMultiplied() async {
    let policy = RetryPolicy(attempts: 3)
    await fail(1_000, policy)
    #expect(attempts.value == 3_000)
    attempts.add(-3_000)
    await fail(1_000, policy.within(RetryBudget(clock: clock)))
    #expect(attempts.value == 1_300)
  }

  @Test(arguments: [0, 1, 20, -1, .infinity, .nan] as [Double])
  func aRatioThatIsNoShareIsReported(_ ratio: Double) {
    let recorder = DiagnosticsRecorder {
      $0.kind == .invalidArgument
        && $0.detail == "RetryBudget(ratio:) takes a share from 0 to 1, not \(ratio)"
    }
    recorder.record { _ = RetryBudget(ratio: ratio, minimumPerSecond: .min) }
    #expect(recorder.diagnostics.count == ((0...1).contains(ratio) ? 0 : 1))
  }
}
