import Futures
import FuturesTesting
import Testing

@Suite struct FutureDelayTests {
  let clock = ManualClock()

  @Test func holdsTheValueBack() {
    let future = Future<Int, TestError>(value: 1).delay(.seconds(5), clock: clock)
    clock.advance(by: .seconds(4))
    #expect(!future.isSettled)
    clock.advance(by: .seconds(1))
    #expect(future.currentValue == 1)
  }

  @Test func holdsAFailureBackToo() {
    let future = Future<Int, TestError>(error: .second).delay(.seconds(5), clock: clock)
    clock.advance(by: .seconds(4))
    #expect(!future.isSettled)
    clock.advance(by: .seconds(1))
    #expect(future.currentError == .second)
  }

  @Test func countsFromTheMomentTheOutcomeIsThere() {
    let promise = Promise<Int, TestError>()
    let future = promise.future.delay(.seconds(5), clock: clock)
    clock.advance(by: .seconds(100))
    #expect(clock.pendingTimers.isEmpty)
    promise.succeed(1)
    clock.advance(by: .seconds(4))
    #expect(!future.isSettled)
    clock.advance(by: .seconds(1))
    #expect(future.currentValue == 1)
  }

  @Test(arguments: [Duration.zero, .seconds(-3)])
  func zeroOrLessStillGoesThroughTheClock(_ duration: Duration) {
    let future = Future<Int, TestError>(value: 1).delay(duration, clock: clock)
    #expect(!future.isSettled)
    clock.advance(by: .zero)
    #expect(future.currentValue == 1)
  }

  @Test func cancellingTheTokenCancelsAtOnceAndRemovesTheTimer() {
    let source = CancellationSource()
    let future = Future<Int, any Error>(value: 1)
      .delay(.seconds(5), clock: clock, cancellation: source.token)
    #expect(clock.pendingTimers.count == 1)
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func cancellingTheTokenBeforeTheOutcomeIsThereStartsNoTimer() {
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let future = promise.future.delay(.seconds(5), clock: clock, cancellation: source.token)
    source.cancel()
    #expect(future.currentError is CancellationError)
    promise.succeed(1)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(9_000_000_000)])
  func whatIsDerivedFromADelayWithoutEndStaysPending(_ duration: Duration) {
    let source = CancellationSource()
    let derived = Future<Void, any Error>.after(duration).map { 1 }
    let cancelled = Future<Void, any Error>.after(duration, cancellation: source.token).map { 1 }
    #expect(!derived.isSettled)
    #expect(!cancelled.isSettled)
  }

  @Test func cancellingTheDelayedFutureRemovesTheTimer() {
    let future = Future<Int, any Error>(value: 1).delay(.seconds(5), clock: clock)
    #expect(clock.pendingTimers.count == 1)
    #expect(future.cancel())
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func afterSucceedsAfterAWhile() {
    let future = Future<Void, TestError>.after(.seconds(2), clock: clock)
    clock.advance(by: .seconds(1))
    #expect(!future.isSettled)
    clock.advance(by: .seconds(1))
    #expect(future.currentValue != nil)
  }

  @Test func afterIsCancelledByTheToken() {
    let source = CancellationSource()
    let future = Future<Void, any Error>
      .after(.seconds(2), clock: clock, cancellation: source.token)
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func theSystemsClocksWork() async throws {
    let continuous = Future<Int, any Error>(value: 1).delay(.milliseconds(1))
    let suspending = Future<Int, any Error>(value: 2)
      .delay(.milliseconds(1), clock: SuspendingClock())
    #expect(try await continuous.value == 1)
    #expect(try await suspending.value == 2)
  }

  @Test(.timeLimit(.minutes(10))) func theDelayIsNotShorterThanAsked() async throws {
    let start = ContinuousClock.now
    try await Future<Void, any Error>.after(.milliseconds(30)).value
    #expect(start.duration(to: .now) >= .milliseconds(29))
  }

  @Test(.timeLimit(.minutes(10))) func aClockThatCanOnlySleepWorks() async throws {
    let manual = ManualClock()
    let future = Future<Int, any Error>(value: 1)
      .delay(.seconds(5), clock: SleepingClock(base: manual))
    try await manual.waitForPendingTimers()
    #expect(!future.isSettled)
    manual.advance(by: .seconds(5))
    #expect(try await future.value == 1)
  }

  @Test(.timeLimit(.minutes(10))) func cancellingEndsTheSleepOfAClockThatCanOnlySleep() async throws
  {
    let manual = ManualClock()
    let clock = SleepingClock(base: manual)
    let future = Future<Int, any Error>(value: 1).delay(.seconds(5), clock: clock)
    try await manual.waitForPendingTimers()
    future.cancel()
    #expect(future.currentError is CancellationError)
    try await clock.awoken.future.timeout(.seconds(600)).value
    #expect(manual.pendingTimers.isEmpty)
  }
}

/// A third-party clock that does not support timers.
private struct SleepingClock: Clock {
  let base: ManualClock
  /// Succeeds when a sleep ends.
  let awoken = Promise<Void, any Error>()

  var now: ManualClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    defer { awoken.succeed() }
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
