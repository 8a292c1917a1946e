import BrightFuturesCompat
import Dispatch
import FuturesTesting
import struct Futures.Diagnostic
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct OwnershipTests {
  @Test func aFutureNobodyCanCompleteIsFreedWithItsCallbacks() {
    let tracked = Tracked()
    let reference = WeakReference(tracked)
    for context in [immediateExecutionContext, CountingContext().closure] {
      let future = Promise<Int, Oops>().future
      future.onSuccess(context) { _ in tracked.touch() }
      future.onComplete(context) { _ in tracked.touch() }
      future.map(context) { _ in tracked.touch() }.onFailure(context) { _ in tracked.touch() }
      future.andThen(context: context) { _ in tracked.touch() }
    }
    Future<Int, Oops>().onSuccess { _ in tracked.touch() }
    Future<Int, Oops>().map { _ in tracked.touch() }.onFailure { _ in tracked.touch() }
    _ = consume tracked
    #expect(reference.isGone)
  }

  @Test func callbacksAreReleasedAfterTheyRan() {
    let context = ManualContext()
    let promise = Promise<Int, Oops>()
    func register() -> WeakReference {
      let tracked = Tracked()
      promise.future.onSuccess(context.closure) { _ in tracked.touch() }
      promise.future.map(immediateExecutionContext) { _ in tracked.touch() }
        .onSuccess(immediateExecutionContext) { _ in tracked.touch() }
      promise.future.andThen(context: context.closure) { _ in tracked.touch() }
      return WeakReference(tracked)
    }
    let reference = register()
    #expect(!reference.isGone)
    promise.success(1)
    context.runAll()
    #expect(reference.isGone)
  }

  @Test func parkedCallbacksAreReleasedAfterTheyRan() {
    let future = Future<Int, Never>(value: 1)
    func register() -> WeakReference {
      let tracked = Tracked()
      future.onSuccess(immediateExecutionContext) { _ in
        future.onSuccess(immediateExecutionContext) { _ in tracked.touch() }
        future.onSuccess(CountingContext().closure) { _ in tracked.touch() }
      }
      return WeakReference(tracked)
    }
    #expect(register().isGone)
  }

  @Test func droppedCallbacksAreReleasedWhenTheContextDropsThem() {
    let context = ManualContext()
    let future = Future<Int, any Error>(value: 1)
    func register() -> WeakReference {
      let tracked = Tracked()
      future.onSuccess(context.closure) { _ in tracked.touch() }
      future.map(context.closure) { _ in tracked.touch() }
        .onComplete(immediateExecutionContext) { _ in tracked.touch() }
      return WeakReference(tracked)
    }
    let reference = register()
    context.dropAll()
    #expect(reference.isGone)
  }

  @Test func whoCanCompleteAFutureKeepsItAlive() async {
    let log = Log<Int>()
    let done = Promise<Void, Never>()
    Future<Int, Never>(value: 1, delay: .milliseconds(1)).onSuccess {
      log.add($0)
      done.success(())
    }
    await done.future.get()
    #expect(log.all == [1])
  }

  @Test func aFailureThatWasPassedOnIsNotReportedAsUnobserved() {
    struct Mine: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Mine }
    recorder.record {
      let context = CountingContext().closure
      let failed = Future<Int, Mine>(error: Mine())
      _ =
        failed.map(context) { $0 }.mapError(context) { $0 }
        .flatMap(context) { Future<Int, Mine>(value: $0) }
        .andThen(context: context) { _ in }.error
    }
    #expect(recorder.diagnostics.isEmpty)
  }
}
