import FuturesTesting
import Testing
import TestSupport

@testable import Futures

/// Timers of clocks that only sleep.
struct SleepingTimerTests {
  /// A clock without timers whose sleeps end when their task is cancelled.
  private struct SleepingClock: Clock {
    private let pending = Promise<Void, any Error>()

    var now: ManualClock.Instant { .init(offset: .zero) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      try await pending.future.value
    }
  }

  /// An object that a timer retains, which completes a promise when it is released.
  private final class Retained: Sendable {
    let released: Promise<Void, Never>

    init(_ released: Promise<Void, Never>) { self.released = released }

    deinit { released.succeed() }
  }

  @Test func aCancelledTimerDoesNotFireAndReleasesItsClosure() async {
    let released = Promise<Void, Never>()
    let fired = Counter()
    let timer = startTimer(after: .seconds(5), clock: SleepingClock()) {
      [retained = Retained(released)] in
      withExtendedLifetime(retained) { _ = fired.add() }
    }
    timer?.cancel()
    // The closure is released when the task of the timer is over.
    await released.future.value
    #expect(fired.value == 0)
  }
}
