import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct ImmediateClockTests {
  let clock = ImmediateClock()

  @Test func aTimerFiresInsideItsCallAndMovesTime() {
    let fired = Log<Duration>()
    _ = clock.schedule(after: .seconds(5)) { [clock] in fired.add(clock.now.offset) }
    #expect(fired.all == [.seconds(5)])
    _ = clock.schedule(after: .seconds(-1)) { [clock] in fired.add(clock.now.offset) }
    #expect(fired.all == [.seconds(5), .seconds(5)])
  }

  @Test func timersOfATimerFireInDueOrder() {
    let fired = Log<String>()
    _ = clock.schedule(after: .seconds(1)) { [clock] in
      for (name, delay) in [("c", 3), ("a", 1), ("b", 2), ("a2", 1)] {
        _ = clock.schedule(after: .seconds(delay)) {
          fired.add("\(name) at \(clock.now.offset)")
        }
      }
      fired.add("scheduled")
    }
    #expect(
      fired.all == [
        "scheduled", "a at 2.0 seconds", "a2 at 2.0 seconds", "b at 3.0 seconds",
        "c at 4.0 seconds",
      ]
    )
  }

  @Test func whatFiresBeforeMayCancel() {
    let fired = Log<Int>()
    var probe: Tracked? = Tracked()
    weak let watched = probe
    _ = clock.schedule(after: .seconds(1)) { [clock, probe] in
      let timer = clock.schedule(after: .seconds(2)) {
        withExtendedLifetime(probe) { fired.add(2) }
      }
      _ = clock.schedule(after: .seconds(1)) {
        timer.cancel()
        fired.add(1)
      }
    }
    probe = nil
    #expect(fired.all == [1])
    #expect(watched == nil)
  }

  @Test func sleepsAreOverAtOnce() async throws {
    try await clock.sleep(for: .seconds(3))
    try await clock.sleep(for: .seconds(4))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(7))
    #expect(clock.minimumResolution > .zero)
  }

  @Test func aCancelledTaskDoesNotSleep() async {
    let start = Promise<Void, Never>()
    let sleeper = Task { [clock] in
      await start.future.value
      try await clock.sleep(for: .seconds(3))
    }
    sleeper.cancel()
    start.succeed()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.now.offset == .zero)
  }

  @Test func retriesWithoutWaiting() async throws {
    let policy = RetryPolicy(attempts: 4, backoff: .exponential(initial: .seconds(1)))
    let value = try await withRetry(policy, clock: clock) {
      let attempt = RetryPolicy.currentAttempt
      if attempt < 4 { throw Refused(attempt: attempt) }
      return attempt
    }
    #expect(value == 4)
    #expect(clock.now.offset == .seconds(7))
  }

  @Test func aTimeLimitIsOverAtOnceUnlessItIsNotNeeded() {
    let late = Future<Int, any Error>.never.timeout(.seconds(5), clock: clock)
    #expect(late.currentError is TimeoutError)
    let inTime = Future<Int, any Error>(value: 1).timeout(.seconds(5), clock: clock)
    #expect(inTime.currentValue == 1)
  }

  @Test func manyPausesInARowTakeConstantStack() async {
    let policy = RetryPolicy(attempts: 10_000, backoff: .constant(.seconds(1)))
    await #expect(throws: Refused(attempt: 10_000)) {
      try await withRetry(policy, clock: clock) {
        throw Refused(attempt: RetryPolicy.currentAttempt)
      }
    }
    #expect(clock.now.offset == .seconds(9_999))
  }

  @Test func manyThreadsMaySleepAtOnce() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 1...8 {
        group.addTask { [clock] in
          for _ in 0..<500 { try await clock.sleep(for: .seconds(task)) }
        }
      }
      try await group.waitForAll()
    }
    #expect(clock.now.offset >= .seconds(500 * 8))
  }
}
