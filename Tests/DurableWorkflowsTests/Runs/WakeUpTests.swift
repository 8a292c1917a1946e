import FuturesTesting
import Testing

@testable import DurableWorkflows

@Suite(.timeLimit(.minutes(10)))
struct WakeUpTests {
  @Test func aWakeUpBetweenTwoPausesEndsTheSecondOne() async throws {
    let wakeUp = WakeUp()
    wakeUp.wake()
    await wakeUp.pause(for: nil, clock: ManualClock())
  }

  @Test func soDoesOneThatComesAfterAPauseHasEndedByTime() async throws {
    let wakeUp = WakeUp()
    await wakeUp.pause(for: .seconds(1), clock: ImmediateClock())
    wakeUp.wake()
    await wakeUp.pause(for: nil, clock: ManualClock())
  }

  @Test func aWakeUpEndsOnePauseOnly() async throws {
    let wakeUp = WakeUp()
    let clock = ManualClock()
    wakeUp.wake()
    await wakeUp.pause(for: nil, clock: clock)
    async let pause: Void = wakeUp.pause(for: .seconds(5), clock: clock)
    try await clock.waitForTimer(dueIn: .seconds(5))
    clock.advance(by: .seconds(5))
    await pause
  }
}
