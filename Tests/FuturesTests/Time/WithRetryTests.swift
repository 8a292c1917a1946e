import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct WithRetryTests {
  private let clock = ManualClock()

  @Test func theFirstSuccessIsReturned() async throws {
    var attempts: [Int] = []
    let value = try await withRetry(RetryPolicy(attempts: 5)) {
      let attempt = RetryPolicy.currentAttempt
      attempts.append(attempt)
      if attempt < 3 { throw TestError.first }
      return "third"
    }
    #expect(value == "third")
    #expect(attempts == [1, 2, 3])
  }

  @Test func anErrorCanMakeThePauseLonger() async throws {
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)))
      .pausing { error, attempt in error as? TestError == .first ? .seconds(10 * attempt) : nil }
    let attempts = Counter()
    let result = Future { [clock] in
      try await withRetry(policy, clock: clock) {
        let attempt = RetryPolicy.currentAttempt
        attempts.add()
        if attempt == 1 { throw TestError.first }
        return attempt
      }
    }
    try await clock.waitForTimer(dueIn: .seconds(10))
    clock.advance(by: .seconds(9))
    #expect(attempts.value == 1)
    clock.advance(by: .seconds(1))
    #expect(try await result.value == 2)
  }

  @Test func theErrorOfTheLastAttemptIsThrown() async {
    var attempts = 0
    await #expect(throws: TestError.second) {
      try await withRetry(RetryPolicy(attempts: 2)) {
        let attempt = RetryPolicy.currentAttempt
        attempts += 1
        throw attempt == 1 ? TestError.first : .second
      }
    }
    #expect(attempts == 2)
  }

  @Test func anErrorThatIsNotWorthItEndsTheAttempts() async {
    var attempts = 0
    let policy = RetryPolicy(attempts: 5, shouldRetry: { _, _ in false })
    await #expect(throws: TestError.first) {
      try await withRetry(policy) {
        attempts += 1
        throw TestError.first
      }
    }
    #expect(attempts == 1)
  }

  @Test func pausesAreThoseOfThePolicy() async throws {
    let policy = RetryPolicy(attempts: 3, backoff: .exponential(initial: .seconds(1)))
    let call = Task { [clock] in
      try await withRetry(policy, clock: clock) {
        let attempt = RetryPolicy.currentAttempt
        if attempt < 3 { throw TestError.first }
        return attempt
      }
    }
    try await clock.waitForTimer(dueIn: .seconds(1))
    clock.advance(by: .seconds(1))
    try await clock.waitForTimer(dueIn: .seconds(2))
    clock.advance(by: .seconds(2))
    #expect(try await call.value == 3)
  }

  @Test func cancellingTheTaskEndsThePauseAndItsTimer() async throws {
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)))
    let call = Task { [clock] in
      try await withRetry(policy, clock: clock) { throw TestError.first }
    }
    try await clock.waitForPendingTimers()
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func cancellingTheScopeEndsThePause() async throws {
    let source = CancellationSource()
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)))
    let call = Task { [clock] in
      try await withCancellationScope(linkedTo: source.token) {
        try await withRetry(policy, clock: clock) { throw TestError.first }
      }
    }
    try await clock.waitForPendingTimers()
    source.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aCancelledTaskIsNotTriedAgainWithoutAPause() async {
    let call = Task {
      var attempts = 0
      do {
        try await withRetry(RetryPolicy(attempts: 5)) {
          attempts += 1
          withUnsafeCurrentTask { $0?.cancel() }
          throw TestError.first
        }
      } catch is CancellationError {
        return attempts
      } catch {
        return -1
      }
      return -2
    }
    #expect(await call.value == 1)
  }

  @Test func cancellationOfAnAttemptIsFinal() async {
    var attempts = 0
    await #expect(throws: CancellationError.self) {
      try await withRetry(RetryPolicy(attempts: 5)) {
        attempts += 1
        throw CancellationError()
      }
    }
    #expect(attempts == 1)
  }

  @MainActor @Test func attemptsRunWhereTheCallerDoes() async throws {
    let state = NonSendableState()
    try await withRetry(RetryPolicy(attempts: 2)) {
      let attempt = RetryPolicy.currentAttempt
      MainActor.assertIsolated()
      state.attempts = attempt
      if attempt == 1 { throw TestError.first }
    }
    #expect(state.attempts == 2)
  }
}

// MARK: - Scopes

extension WithRetryTests {
  @Test func whatAnAttemptLeavesRunningIsCancelledBeforeTheNextOne() async throws {
    let works = Works()
    var running: [Int] = []
    let value = try await withRetry(RetryPolicy(attempts: 3)) { () async throws -> Int in
      running.append(works.running)
      _ = works.start()
      if RetryPolicy.currentAttempt < 3 { throw TestError.first }
      return 3
    }
    #expect(value == 3)
    #expect(running == [0, 0, 0])
    #expect(works.cancelled == 3)
  }

  @Test func anAttemptMayReturnAFuture() async throws {
    let works = Works()
    let call = Task {
      try await withRetry(RetryPolicy(attempts: 2)) { works.start() }
    }
    await works.waitForStart(of: 1)
    works.fail(0)
    await works.waitForStart(of: 2)
    works.succeed(1, with: 6)
    #expect(try await call.value == 6)
    #expect(works.cancelled == 0)
  }

  @Test func cancellingTheTaskCancelsWhatTheAttemptHasStarted() async throws {
    let works = Works()
    let call = Task { try await withRetry { works.start() } }
    await works.waitForStart(of: 1)
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(works.cancelled == 1)
    #expect(works.started == 1)
  }

  @Test func whatIsSharedGoesOn() async throws {
    let works = Works()
    let shared = works.start()
    let call = Task { try await withRetry { shared } }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(!shared.isSettled)
  }

  @Test func attemptsOfARetryInARetryAreCountedApart() async throws {
    var seen: [[Int]] = []
    try await withRetry(RetryPolicy(attempts: 2)) {
      let outer = RetryPolicy.currentAttempt
      try await withRetry(RetryPolicy(attempts: 2)) {
        seen.append([outer, RetryPolicy.currentAttempt])
        if RetryPolicy.currentAttempt == 1 { throw TestError.first }
      }
      if outer == 1 { throw TestError.second }
    }
    #expect(seen == [[1, 1], [1, 2], [2, 1], [2, 2]])
    #expect(RetryPolicy.currentAttempt == 1)
  }

  @Test func manyAttemptsThatFailAtOnceTakeConstantStack() async {
    await #expect(throws: TestError.first) {
      try await withRetry(RetryPolicy(attempts: 10_000)) { throw TestError.first }
    }
  }
}

private final class NonSendableState {
  var attempts = 0
}
