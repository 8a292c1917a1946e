import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct ManualClockWaitTests {
  let clock = ManualClock()

  private func second(_ number: Int) -> ManualClock.Instant { .init(offset: .seconds(number)) }

  @Test func waitsForTheTimerThatIsMeant() async throws {
    _ = clock.schedule(after: .seconds(9)) {}
    let order = Log<String>()
    let waiting = Task { [clock] in
      try await clock.waitForTimer(dueAt: .init(offset: .seconds(6)))
      order.add("arrived")
    }
    Task.detached { [clock] in
      _ = clock.schedule(after: .seconds(5)) {}
      _ = clock.schedule(after: .seconds(7)) {}
      order.add("scheduled")
      _ = clock.schedule(after: .seconds(6)) {}
    }
    try await waiting.value
    #expect(order.all == ["scheduled", "arrived"])
    #expect(clock.pendingTimers == [5, 6, 7, 9].map(second))
  }

  @Test func doesNotWaitForATimerThatIsThere() async throws {
    for seconds in [1, 3, 3, 5] { _ = clock.schedule(after: .seconds(seconds)) {} }
    for seconds in [1, 3, 5] {
      try await clock.waitForTimer(dueAt: second(seconds), patience: .zero)
    }
  }

  @Test func countsFromNow() async throws {
    clock.advance(by: .seconds(4))
    let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(2)) }
    try await clock.waitForTimer(dueIn: .seconds(2))
    clock.advance(by: .seconds(2))
    try await sleeper.value
    #expect(clock.now == second(6))
  }

  @Test func saysWhatIsScheduledInsteadOfTheTimer() async throws {
    for seconds in [5, 7] { _ = clock.schedule(after: .seconds(seconds)) {} }
    let error = await #expect(throws: ManualClock.Stalled.self) {
      try await clock.waitForTimer(dueAt: second(6), patience: .milliseconds(1))
    }
    #expect(error?.reason == .nothingHappens(within: .milliseconds(1)))
    #expect(
      error?.description
        == "A timer due at 6.0 seconds did not occur within 0.001 seconds of real time. "
        + "The clock stands at 0.0 seconds; still scheduled: timers due at 5.0 seconds, "
        + "7.0 seconds. Check that the code under test uses this clock, and complete the promises "
        + "that it depends on."
    )
  }

  @Test func doesNotWaitForATimeThatHasPassed() async throws {
    clock.advance(by: .seconds(7))
    let error = await #expect(throws: ManualClock.Stalled.self) {
      try await clock.waitForTimer(dueAt: second(6))
    }
    #expect(error?.reason == .timeIsOver)
  }

  @Test func waitingCanBeCancelled() async {
    let waiting = Task { [clock] in try await clock.waitForTimer(dueIn: .seconds(1)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
