import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct LatestRaceTests {
  private static let rounds = StressSize.rounds / 10

  /// Of two calls at the same time, one is the newest, and the other is cancelled.
  @Test func supersedingAgainstSuperseding() async {
    let latest = Latest<Int, any Error>()
    let started = Log<Promise<Int, any Error>>()
    let start: @Sendable (Int) -> Void = { _ in
      latest.start {
        let promise = Promise<Int, any Error>()
        started.add(promise)
        return promise.future
      }
    }
    await race(rounds: Self.rounds, start, start)
    #expect(started.all.filter { !$0.future.isSettled }.count == 1)
    latest.cancel()
    #expect(started.all.allSatisfy { $0.future.currentError is CancellationError })
  }

  /// Work that is superseded when its timer fires does not run to its end.
  @Test func debouncingAgainstTheClock() async {
    let clock = ManualClock()
    let latest = Latest<Int, any Error>()
    let started = Log<Promise<Int, any Error>>()
    await race(rounds: Self.rounds) { _ in
      latest.debounce(.seconds(1), clock: clock) {
        let promise = Promise<Int, any Error>()
        started.add(promise)
        return promise.future
      }
    } _: { _ in
      clock.advance(by: .seconds(1))
    }
    #expect(started.all.filter { !$0.future.isSettled }.count <= 1)
    latest.cancel()
    #expect(started.all.allSatisfy { $0.future.isSettled })
    #expect(clock.pendingTimers.isEmpty)
  }
}
