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
    #expect(!source.isCancellationRequested)
    clock.advance(by: .seconds(1))
    #expect(source.isCancellationRequested)
  }

  @Test func aLaterCallReplacesTheOneBefore() {
    source.cancel(after: .seconds(5), clock: clock)
    source.cancel(after: .seconds(10), clock: clock)
    #expect(clock.pendingTimers == [ManualClock.Instant(offset: .seconds(10))])
    clock.advance(by: .seconds(9))
    #expect(!source.isCancellationRequested)
    clock.advance(by: .seconds(1))
    #expect(source.isCancellationRequested)
  }

  @Test func aLaterCallMayBeSooner() {
    source.cancel(after: .seconds(10), clock: clock)
    source.cancel(after: .seconds(1), clock: clock)
    clock.advance(by: .seconds(1))
    #expect(source.isCancellationRequested)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func nilStopsAPendingOne() {
    source.cancel(after: .seconds(5), clock: clock)
    #expect(source.cancel(after: nil))
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(10))
    #expect(!source.isCancellationRequested)
  }

  @Test func zeroCancelsNow() {
    source.cancel(after: .seconds(5), clock: clock)
    #expect(source.cancel(after: .zero, clock: clock))
    #expect(source.isCancellationRequested)
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
    #expect(!source.isCancellationRequested)
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
    #expect(!source.isCancellationRequested)
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
    #expect(token.isCancellationRequested)
  }

  @Test func observersRunWhenTheTimeIsUp() {
    let calls = Counter()
    source.token.register { calls.add() }
    let future = Future<Int, any Error>.never.map(cancellation: source.token) { $0 }
    source.cancel(after: .seconds(1), clock: clock)
    clock.advance(by: .seconds(1))
    #expect(calls.value == 1)
    #expect(future.error is CancellationError)
  }

  @Test(.timeLimit(.minutes(10))) func theSystemsClockNeedsNoRunLoop() async {
    source.cancel(after: .milliseconds(1))
    let future = Future<Int, any Error>.never.map(cancellation: source.token) { $0 }
    await #expect(throws: CancellationError.self) { try await future.get() }
  }
}
