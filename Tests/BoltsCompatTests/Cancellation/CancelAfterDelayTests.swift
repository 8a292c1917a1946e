import BoltsCompat
import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct CancelAfterDelayTests {
  private let source = BFCancellationTokenSource()
  private let clock = ManualClock()

  @Test func cancelsAfterSoManyMilliseconds() {
    source.cancel(afterDelay: 100, clock: clock)
    clock.advance(by: .milliseconds(99))
    #expect(!source.cancellationRequested)
    clock.advance(by: .milliseconds(1))
    #expect(source.cancellationRequested)
  }

  @Test func zeroCancelsNow() {
    source.cancel(afterDelay: 0, clock: clock)
    #expect(source.cancellationRequested)
  }

  @Test func minusOneStopsAPendingOne() {
    source.cancel(afterDelay: 100, clock: clock)
    source.cancel(afterDelay: -1, clock: clock)
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(!source.cancellationRequested)
  }

  @Test func aLaterCallReplacesThePendingOne() {
    source.cancel(afterDelay: 100, clock: clock)
    source.cancel(afterDelay: 300, clock: clock)
    clock.advance(by: .milliseconds(200))
    #expect(!source.cancellationRequested)
    clock.advance(by: .milliseconds(100))
    #expect(source.cancellationRequested)
  }

  @Test(arguments: [-2, .min])
  func lessIsReportedAndChangesNothing(_ delay: Int) {
    let recorder = DiagnosticsRecorder { $0.kind == .invalidArgument }
    source.cancel(afterDelay: 100, clock: clock)
    recorder.record { source.cancel(afterDelay: delay, clock: clock) }
    #expect(recorder.diagnostics.count >= 1)
    #expect(!source.cancellationRequested)
    clock.advance(by: .milliseconds(100))
    #expect(source.cancellationRequested)
  }

  @Test func cancellingStopsThePendingOne() {
    source.cancel(afterDelay: 100, clock: clock)
    source.cancel()
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func itHasNoEffectOnceCancelled() {
    source.cancel()
    source.cancel(afterDelay: 100, clock: clock)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func itNeedsNoRunLoop() {
    let source = source
    let cancelled = BFTaskCompletionSource<Void>()
    source.token.registerCancellationObserver { cancelled.set(result: ()) }
    let thread = ThreadBox { source.cancel(afterDelay: 1) }
    thread.start()
    thread.join()
    cancelled.task.waitUntilCompleted()
    #expect(source.cancellationRequested)
  }

  @Test func nobodyHasToKeepTheSource() {
    let calls = Counter()
    func start() {
      let source = BFCancellationTokenSource()
      source.token.registerCancellationObserver { calls.add() }
      source.cancel(afterDelay: 100, clock: clock)
    }
    start()
    #expect(clock.pendingTimers.count == 1)
    clock.advance(by: .milliseconds(100))
    #expect(calls.value == 1)
  }

  @Test func onceItHasFiredOrWasStoppedTheSourceIsReleased() {
    func start(thenStop: Bool) -> WeakSource {
      let source = BFCancellationTokenSource()
      source.cancel(afterDelay: 100, clock: clock)
      if thenStop { source.cancel(afterDelay: -1, clock: clock) }
      return WeakSource(source: source.source)
    }
    #expect(start(thenStop: true).source == nil)
    let reference = start(thenStop: false)
    #expect(reference.source != nil)
    clock.advance(by: .milliseconds(100))
    #expect(reference.source == nil)
  }

  @Test(arguments: ["continuous", "suspending"])
  func theSystemsClocksWillDo(_ name: String) async throws {
    let clock: any Clock<Duration> = name == "continuous" ? ContinuousClock() : SuspendingClock()
    let cancelled = Promise<Void, any Error>()
    source.token.registerCancellationObserver { cancelled.succeed() }
    source.cancel(afterDelay: 1, clock: clock)
    try await cancelled.future.timeout(.seconds(600)).value
    #expect(source.cancellationRequested)
  }

  // MARK: Disposing of the source

  @Test func disposingForgetsObserversAndTheTimer() {
    let calls = Counter()
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      source.token.registerCancellationObserver {
        tracked.touch()
        calls.add()
      }
    }
    source.cancel(afterDelay: 100, clock: clock)
    source.dispose()
    #expect(reference.isGone)
    #expect(clock.pendingTimers.isEmpty)
    #expect(calls.value == 0)
  }

  @Test func afterDisposingNothingTrapsAndCancellingDoesNothing() {
    let token = source.token
    source.dispose()
    source.dispose()
    source.cancel()
    source.cancel(afterDelay: 0, clock: clock)
    source.cancel(afterDelay: 5, clock: clock)
    #expect(!source.cancellationRequested)
    #expect(!token.cancellationRequested)
    #expect(clock.pendingTimers.isEmpty)
    token.registerCancellationObserver {}.dispose()
  }

  @Test func disposingKeepsTheFlag() {
    source.cancel()
    source.dispose()
    #expect(source.cancellationRequested)
    #expect(source.token.cancellationRequested)
  }
}

private struct WeakSource: Sendable {
  weak let source: CancellationSource?
}
