#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Futures
import FuturesCombine
import FuturesTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SchedulerTests {
  let manual = ManualContext()
  let clock = ManualClock()
  let log = Log<Int>()

  @Test func publishersReceiveOnAContext() {
    let subscription = [1, 2, 3].publisher.receive(on: manual.context.scheduler)
      .sink { [log] in log.add($0) }
    #expect(log.all.isEmpty)
    manual.runAll()
    #expect(log.all == [1, 2, 3])
    subscription.cancel()
  }

  @Test func delaysUseTheClock() {
    let scheduler = ContextScheduler(.inline, clock: clock)
    let subscription = Just(1).delay(for: .seconds(2), scheduler: scheduler)
      .sink { [log] in log.add($0) }
    clock.advance(by: .milliseconds(1_999))
    #expect(log.all.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(log.all == [1])
    subscription.cancel()
  }

  @Test func repeatsUntilItIsCancelled() {
    let scheduler = ContextScheduler(.inline, clock: clock)
    let log = log
    let repetition = scheduler.schedule(
      after: scheduler.now.advanced(by: .seconds(1)),
      interval: .milliseconds(500),
      tolerance: .zero,
      options: nil
    ) { log.add(1) }
    clock.advance(by: .seconds(2))
    #expect(log.count == 3)
    repetition.cancel()
    clock.advance(by: .seconds(2))
    #expect(log.count == 3)
  }

  @Test func aSchedulerIsAContext() {
    let scheduler = manual.context.scheduler
    let future = Futures.Future<Int, any Error>(value: 1).on(.scheduler(scheduler)).map { $0 + 1 }
    #expect(!future.isSettled)
    manual.runAll()
    #expect(future.currentValue == 2)
    let immediate = Futures.Future<Int, any Error>(value: 1)
      .on(.scheduler(ImmediateScheduler.shared)).map { $0 + 1 }
    #expect(immediate.currentValue == 2)
  }

  @Test func distancesAreSeconds() {
    #expect(SchedulerTime.Stride.seconds(1.5).duration == .milliseconds(1_500))
    #expect((2 as SchedulerTime.Stride) + .milliseconds(5) == .milliseconds(2_005))
    #expect(-(2 as SchedulerTime.Stride) == .seconds(-2))
    #expect((-2 as SchedulerTime.Stride).magnitude == .seconds(2))
    #expect((2.5 as SchedulerTime.Stride) * 2 == .seconds(5))
    #expect(SchedulerTime.Stride(exactly: UInt64.max) == nil)
    let time = SchedulerTime(.seconds(3))
    #expect(time.distance(to: time.advanced(by: .microseconds(7))) == .microseconds(7))
    #expect(SchedulerTime.Stride.nanoseconds(1) < .microseconds(1))
  }
}
#endif
