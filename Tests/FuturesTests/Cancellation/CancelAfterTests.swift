import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct CancelAfterTests {
  let clock = ManualClock()
  let source = CancellationSource()

  @Test func cancelsWhenTheTimeIsUp() {
    #expect(source.cancel(after: .seconds(5), clock: clock))
    clock.advance(by: .seconds(4))
    #expect(!source.isCancelled)
    clock.advance(by: .seconds(1))
    #expect(source.isCancelled)
  }

  @Test func aLaterCallReplacesTheOneBefore() {
    source.cancel(after: .seconds(5), clock: clock)
    source.cancel(after: .seconds(10), clock: clock)
    #expect(clock.pendingTimers == [ManualClock.Instant(offset: .seconds(10))])
    clock.advance(by: .seconds(9))
    #expect(!source.isCancelled)
    clock.advance(by: .seconds(1))
    #expect(source.isCancelled)
  }

  @Test func aLaterCallMayBeSooner() {
    source.cancel(after: .seconds(10), clock: clock)
    source.cancel(after: .seconds(1), clock: clock)
    clock.advance(by: .seconds(1))
    #expect(source.isCancelled)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func nilStopsAPendingOne() {
    source.cancel(after: .seconds(5), clock: clock)
    #expect(source.cancel(after: nil))
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(10))
    #expect(!source.isCancelled)
  }

  @Test func zeroCancelsNow() {
    source.cancel(after: .seconds(5), clock: clock)
    #expect(source.cancel(after: .zero, clock: clock))
    #expect(source.isCancelled)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aNegativeDelayIsRejectedAndReported() {
    let recorder = DiagnosticsRecorder {
      $0.kind == .invalidArgument && $0.detail?.contains("-7.0") == true
    }
    source.cancel(after: .seconds(5), clock: clock)
    let accepted = recorder.record { source.cancel(after: .seconds(-7), clock: clock) }
    #expect(!accepted)
    #expect(recorder.diagnostics.count == 1)
    #expect(!source.isCancelled)
    #expect(clock.pendingTimers.count == 1)
  }

  @Test func cancellingRemovesTheTimer() {
    source.cancel(after: .seconds(5), clock: clock)
    source.cancel()
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func disposingRemovesTheTimer() {
    source.cancel(after: .seconds(5), clock: clock)
    source.dispose()
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(10))
    #expect(!source.isCancelled)
  }

  @Test func nothingIsAcceptedAfterACancelOrADispose() {
    source.cancel()
    #expect(!source.cancel(after: .seconds(1), clock: clock))
    #expect(!source.cancel(after: .zero, clock: clock))
    #expect(!source.cancel(after: nil))
    let disposed = CancellationSource()
    disposed.dispose()
    #expect(!disposed.cancel(after: .seconds(1), clock: clock))
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func droppingTheSourceRemovesTheTimer() {
    do { CancellationSource().cancel(after: .seconds(5), clock: clock) }
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aTokenKeepsTheTimer() {
    let token: CancellationToken
    do {
      let source = CancellationSource()
      source.cancel(after: .seconds(5), clock: clock)
      token = source.token
    }
    clock.advance(by: .seconds(5))
    #expect(token.isCancelled)
  }

  @Test func anOperationKeepsTheTimerUntilItEnds() {
    let promise = Promise<Int, any Error>()
    let limited = handOn { promise.future.map(cancellation: $0) { $0 } }
    #expect(clock.pendingTimers.count == 1)
    clock.advance(by: .seconds(5))
    #expect(limited.currentError is CancellationError)
    let inTime = handOn { promise.future.map(cancellation: $0) { $0 } }
    promise.succeed(1)
    #expect(inTime.currentValue == 1)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func anObserverKeepsTheTimerUntilItEnds() {
    let promise = Promise<Int, any Error>()
    let calls = Counter()
    _ = handOn { promise.future.onSuccess(cancellation: $0) { _ in calls.add() } }
    clock.advance(by: .seconds(5))
    _ = handOn { promise.future.onSuccess(cancellation: $0) { _ in calls.add(10) } }
    promise.succeed(1)
    #expect(calls.value == 10)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func workKeepsTheTimerUntilItEnds() {
    let work = Promise<Int, any Error>()
    let traversal = handOn { token in
      [1].traverse(cancellation: token) { _ in work.future }.map { $0[0] }
    }
    let attempts = handOn { token in .retry(cancellation: token) { work.future } }
    let task = handOn { token in
      Future(cancellation: token) { () async throws -> Int in try await work.future.value }
    }
    let timer = handOn { token in
      Future<Int, any Error>(value: 1).delay(.seconds(9), clock: clock, cancellation: token)
    }
    clock.advance(by: .seconds(5))
    #expect(traversal.currentError is CancellationError)
    #expect(attempts.currentError is CancellationError)
    #expect(task.currentError is CancellationError)
    #expect(timer.currentError is CancellationError)
    #expect(clock.pendingTimers.isEmpty)
    work.succeed(1)
  }

  /// Starts work with a token whose source nobody keeps, and which is cancelled after five seconds.
  private func handOn(
    _ start: (CancellationToken) -> Future<Int, any Error>
  ) -> Future<Int, any Error> {
    let source = CancellationSource()
    source.cancel(after: .seconds(5), clock: clock)
    return start(source.token)
  }

  // MARK: What happens while a timer is being made

  @Test func theLaterCallCountsEvenIfItComesWhileTheFirstTimerIsBeingMade() {
    let interrupted = InterruptedClock()
    interrupted.interruption.value = { [source] in
      source.cancel(after: .seconds(10), clock: interrupted)
    }
    source.cancel(after: .seconds(5), clock: interrupted)
    #expect(interrupted.base.pendingTimers == [ManualClock.Instant(offset: .seconds(10))])
    interrupted.base.advance(by: .seconds(5))
    #expect(!source.isCancelled)
    #expect(source.cancel(after: nil))
    #expect(interrupted.base.pendingTimers.isEmpty)
  }

  @Test func nilCountsEvenIfItComesWhileTheTimerIsBeingMade() {
    let interrupted = InterruptedClock()
    interrupted.interruption.value = { [source] in source.cancel(after: nil) }
    source.cancel(after: .seconds(5), clock: interrupted)
    #expect(interrupted.base.pendingTimers.isEmpty)
    interrupted.base.advance(by: .seconds(5))
    #expect(!source.isCancelled)
  }

  @Test(arguments: [true, false])
  func aTimerDoesNotOutliveASourceThatEndsWhileItIsBeingMade(_ isCancelled: Bool) {
    let interrupted = InterruptedClock()
    interrupted.interruption.value = { [source] in
      if isCancelled { source.cancel() } else { source.dispose() }
    }
    source.cancel(after: .seconds(5), clock: interrupted)
    #expect(interrupted.base.pendingTimers.isEmpty)
  }

  // MARK: A timer whose job is under way

  @Test func aTimerThatIsReplacedAsItFiresDoesNotCancel() {
    let held = HeldTimerClock()
    source.cancel(after: .milliseconds(2), clock: held)
    #expect(source.cancel(after: .seconds(3600), clock: held))
    held.jobs.all[0]()
    #expect(!source.isCancelled)
    held.jobs.all[1]()
    #expect(source.isCancelled)
    #expect(!source.cancel(after: .seconds(1), clock: held))
  }

  @Test func aTimerThatIsStoppedAsItFiresDoesNotCancel() {
    let held = HeldTimerClock()
    source.cancel(after: .milliseconds(2), clock: held)
    #expect(source.cancel(after: nil))
    held.jobs.all[0]()
    #expect(!source.isCancelled)
  }

  @Test func observersRunWhenTheTimeIsUp() {
    let calls = Counter()
    source.token.onCancel { calls.add() }
    let future = Future<Int, any Error>.never.map(cancellation: source.token) { $0 }
    source.cancel(after: .seconds(1), clock: clock)
    clock.advance(by: .seconds(1))
    #expect(calls.value == 1)
    #expect(future.currentError is CancellationError)
  }

  @Test(.timeLimit(.minutes(10))) func theSystemsClockNeedsNoRunLoop() async {
    source.cancel(after: .milliseconds(1))
    let future = Future<Int, any Error>.never.map(cancellation: source.token) { $0 }
    await #expect(throws: CancellationError.self) { try await future.value }
  }
}

/// A clock whose timers are under way: they can be called, but no longer be removed.
private struct HeldTimerClock: TimerClock {
  let base = ManualClock()
  let jobs = Log<@Sendable () -> Void>()

  var now: ManualClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> ScheduledTimer {
    jobs.add(job)
    return ScheduledTimer {}
  }
}
