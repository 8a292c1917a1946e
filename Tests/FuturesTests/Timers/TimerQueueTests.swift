import Dispatch
import TestSupport
import Testing

@testable import Futures

/// Timers of the system's clocks.
@Suite(.timeLimit(.minutes(10))) struct TimerQueueTests {
  private let clock = ContinuousClock()

  @Test func aTimerFiresAlthoughALaterOneWasStartedBefore() async {
    let late = startTimer(after: .seconds(3600), clock: clock) {}
    let fired = Promise<Void, Never>()
    let timer = startTimer(after: .milliseconds(1), clock: clock) { fired.succeed() }
    await fired.future.value
    timer?.cancel()
    late?.cancel()
  }

  @Test func aTimerFiresAlthoughAnEarlierOneWasCancelled() async {
    let start = clock.now
    let early = startTimer(after: .milliseconds(1), clock: clock) {}
    early?.cancel()
    let fired = Promise<Void, Never>()
    let timer = startTimer(after: .milliseconds(20), clock: clock) { fired.succeed() }
    await fired.future.value
    #expect(clock.now - start >= .milliseconds(20))
    timer?.cancel()
  }

  @Test func cancellingATimerReleasesItsClosureAtOnce() {
    weak var kept: Tracked?
    var timer: ScheduledTimer?
    do {
      let tracked = Tracked()
      kept = tracked
      timer = startTimer(after: .seconds(3600), clock: clock) {
        withExtendedLifetime(tracked) {}
      }
    }
    #expect(kept != nil)
    timer?.cancel()
    #expect(kept == nil)
  }

  @Test func aTimerThatBlocksItsThreadHoldsUpNoOther() async {
    let (first, second) = (Promise<Void, Never>(), Promise<Void, Never>())
    let released = DispatchSemaphore(value: 0)
    let blocking = startTimer(after: .milliseconds(1), clock: clock) {
      released.wait()
      first.succeed()
    }
    let releasing = startTimer(after: .milliseconds(2), clock: clock) {
      released.signal()
      second.succeed()
    }
    await second.future.value
    await first.future.value
    blocking?.cancel()
    releasing?.cancel()
  }

  @Test func aTimerThatBlocksItsThreadHoldsUpNoneOfTheSameTime() async {
    let count = 10
    let arrived = (0..<count).map { _ in Promise<Void, Never>() }
    let released = DispatchSemaphore(value: 0)
    let jobs = TimerJobs()
    // All but the last one block until the last one has run.
    jobs.run(
      arrived.enumerated()
        .map { index, promise in
          TimerQueue.Job {
            if index < count - 1 {
              released.wait()
            } else {
              for _ in 1..<count { released.signal() }
            }
            promise.succeed()
          }
        }
    )
    for promise in arrived { await promise.future.value }
  }

  /// Work that blocks the threads of the global queues does not delay a time limit.
  @Test func aTimerFiresAlthoughOtherWorkBlocksThePool() async throws {
    let released = DispatchSemaphore(value: 0)
    let count = 64
    let isInTime = try await onThread {
      for _ in 0..<count { DispatchQueue.global().async { released.wait() } }
      defer { for _ in 0..<count { released.signal() } }
      let future = Future<Int, any Error>.never.timeout(.milliseconds(1))
      return future.wait(timeout: .seconds(5)) != nil
    }
    #expect(isInTime)
  }

  @Test func oneThatWouldNeverFireIsNone() {
    #expect(startTimer(after: .longestTimer, clock: clock) {} == nil)
    #expect(startTimer(after: .longestTimer, clock: SuspendingClock()) {} == nil)
  }

  /// Timers start, are cancelled and fire on many threads; each fires once or not at all.
  @Test func aCrowdOfTimersFiresOnceEach() async {
    let fired = (0..<1000).map { _ in Promise<Void, Never>() }
    let timers = fired.enumerated()
      .map { index, promise in
        startTimer(after: .microseconds(index % 7 * 100), clock: clock) {
          #expect(promise.succeed())
        }
      }
    for index in stride(from: 0, to: 1000, by: 3) { timers[index]?.cancel() }
    for index in 0..<1000 where index % 3 != 0 { await fired[index].future.value }
  }
}
