import BrightFuturesCompat
import Dispatch
import FuturesTesting
import struct Futures.Diagnostic
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ForcedTests {
  @Test func blocksUntilThereIsAResult() {
    let later = Future<Int, Oops>(value: 3, delay: .milliseconds(5))
    #expect(later.forced() == .success(3))
    #expect(Async(result: 4, delay: .milliseconds(1)).forced() == 4)
    #expect(Future<Int, Oops>(error: .first).forced() == .failure(.first))
  }

  @Test func withADeadlineItGivesUp() {
    let promise = Promise<Int, Never>()
    #expect(promise.future.forced(.now() + .milliseconds(5)) == nil)
    promise.success(1)
    #expect(promise.future.forced(.now()) == .success(1))
  }

  @Test func theDeadlineIsAPointInTime() {
    let past = DispatchTime(uptimeNanoseconds: 1)
    #expect(Future<Int, Never>().forced(past) == nil)
    #expect(Future<Int, Never>(value: 2).forced(past) == .success(2))
  }

  @Test func distantFutureWaitsForTheResult() {
    let later = Future<Int, Never>(value: 3, delay: .milliseconds(5))
    #expect(later.forced(.distantFuture) == .success(3))
  }

  @MainActor
  @Test func onTheMainQueueItIsReported() async {
    let recorder = DiagnosticsRecorder { $0.kind == .blockingWaitOnMain }
    recorder.record {
      let promise = Promise<Int, Oops>()
      #expect(giveUpAtOnce(promise.future))
      promise.success(1)
    }
    #if DEBUG
    #expect(recorder.diagnostics.count == 1)
    #endif
  }

  @Test func aCallbackOnTheBlockedThreadDoesNotHoldItUp() {
    // BrightFutures waits for a callback on the global queue; one that is forced inside of a
    // callback of the same future would wait for its own turn.
    let future = Future<Int, Never>(value: 1)
    let forced = Box<Int?>(nil)
    future.onSuccess(immediateExecutionContext) { _ in forced.value = future.forced().value }
    #expect(forced.value == 1)
  }
}

/// Blocks in code that is not asynchronous, as only that may.
private func giveUpAtOnce(_ future: Future<Int, Oops>) -> Bool {
  future.forced(.now() + .milliseconds(1)) == nil
}
