import Futures
import FuturesTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ManualClockSleepTests {
  let clock = ManualClock()

  @Test func aSleepingTaskGoesOnWhenTimeHasPassed() async throws {
    let sleeper = Task { [clock] in
      try await clock.sleep(for: .seconds(3))
      return clock.now.offset
    }
    try await clock.waitForPendingTimers()
    #expect(clock.pendingTimers.map(\.offset) == [.seconds(3)])
    clock.advance(by: .seconds(3))
    #expect(try await sleeper.value == .seconds(3))
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aDeadlineInThePastDoesNotSuspend() async throws {
    clock.advance(by: .seconds(3))
    try await clock.sleep(until: clock.now, tolerance: nil)
    try await clock.sleep(until: .init(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(3))
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aCancelledSleeperThrowsAndItsTimerIsRemoved() async throws {
    let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(3)) }
    try await clock.waitForPendingTimers()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aTaskThatWasCancelledBeforeDoesNotSleep() async throws {
    let start = Promise<Void, any Error>()
    let sleeper = Task { [clock] in
      _ = await start.future.result
      try await clock.sleep(for: .seconds(3))
    }
    sleeper.cancel()
    start.succeed()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func waitsForSeveralTimers() async throws {
    for seconds in 1...3 {
      Task { [clock] in try await clock.sleep(for: .seconds(seconds)) }
    }
    try await clock.waitForPendingTimers(3)
    #expect(clock.pendingTimers.map(\.offset) == [1, 2, 3].map { .seconds($0) })
    try await clock.waitForPendingTimers(2)
    try await clock.waitForPendingTimers(0)
    clock.advance(by: .seconds(3))
  }

  @Test func waitingForTimersCanBeCancelled() async throws {
    let waiting = Task { [clock] in try await clock.waitForPendingTimers() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
