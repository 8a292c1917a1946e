import BrightFuturesCompat
import Dispatch
import FuturesTesting
import struct Futures.Diagnostic
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct InvalidationTokenTests {
  @Test func isValidUntilItIsInvalidated() {
    let token = InvalidationToken()
    #expect(!token.isInvalid)
    token.invalidate()
    #expect(token.isInvalid)
  }

  @Test func itsFutureFailsWhenItIsInvalidated() {
    let token = InvalidationToken()
    let log = Log<BrightFuturesError<Never>>()
    token.future.onFailure(immediateExecutionContext) { log.add($0) }
    #expect(!token.future.isCompleted)
    token.invalidate()
    #expect(log.all == [.invalidationTokenInvalidated])
    #expect(token.future.error == .invalidationTokenInvalidated)
  }

  @Test func itsFutureNeverSettlesOtherwise() {
    var token: InvalidationToken? = InvalidationToken()
    let future = token!.future
    token = nil
    #expect(!future.isCompleted)
  }

  @Test func aValidContextRunsCallbacksOnItsParent() {
    let context = ManualContext()
    let token = InvalidationToken()
    let log = Log<Int>()
    Future<Int, Never>(value: 1).onSuccess(token.validContext(context.closure)) { log.add($0) }
    #expect(log.all == [])
    context.runAll()
    #expect(log.all == [1])
  }

  @Test func theTokenIsLookedAtAfterTheHop() {
    let context = ManualContext()
    let token = InvalidationToken()
    let log = Log<Int>()
    Future<Int, Never>(value: 1).onSuccess(token.validContext(context.closure)) { log.add($0) }
    token.invalidate()
    #expect(context.runAll() == 1)
    #expect(log.all == [])
  }

  @Test func withoutAParentTheDefaultContextIsDecidedWhenThePropertyIsRead() {
    let context = ManualContext()
    let token = InvalidationToken()
    let valid = withDefaultContext(context.closure) { token.validContext }
    Future<Int, Never>(value: 1).onSuccess(valid) { _ in }
    #expect(context.pendingCount == 1)
  }

  @Test func itStopsNoWorkAndOtherCallbacksAreCalled() {
    let token = InvalidationToken()
    let promise = Promise<Int, Never>()
    let log = Log<String>()
    promise.future.onSuccess(token.validContext(immediateExecutionContext)) { _ in log.add("muted")
    }
    promise.future.onSuccess(immediateExecutionContext) { _ in log.add("called") }
    token.invalidate()
    promise.success(1)
    #expect(log.all == ["called"])
  }

  @Test func afterTheCallbackRanInvalidatingDoesNothing() {
    let token = InvalidationToken()
    let log = Log<Int>()
    Future<Int, Never>(value: 1)
      .onSuccess(token.validContext(immediateExecutionContext)) { log.add($0) }
    token.invalidate()
    #expect(log.all == [1])
  }

  @Test func onItsSerialQueueNoCallbackRunsAfterInvalidate() async {
    let queue = DispatchQueue(label: "serial")
    let token = InvalidationToken()
    let log = Log<String>()
    let promise = Promise<Int, Never>()
    for _ in 0..<100 {
      promise.future.onSuccess(token.validContext(queue.context)) { _ in log.add("callback") }
    }
    await queue.asyncValue {
      promise.success(1)
      token.invalidate()
      log.add("invalidated")
    }.get()
    await queue.asyncValue {}.get()
    #expect(log.all == ["invalidated"])
  }

  @Test func theFutureOfAMutedTransformStaysPending() {
    let token = InvalidationToken()
    let valid = token.validContext(immediateExecutionContext)
    token.invalidate()
    let future = Future<Int, any Error>(value: 1)
    #expect(!future.map(valid) { $0 }.isCompleted)
    #expect(!future.flatMap(valid) { Future<Int, any Error>(value: $0) }.isCompleted)
    #expect(!future.recover(context: valid) { _ in 2 }.isCompleted)
    #expect(!future.mapError(valid) { $0 }.isCompleted)
    #expect(!future.andThen(context: valid) { _ in }.isCompleted)
  }

  @Test func mutingIsNoMistakeToReport() {
    let recorder = DiagnosticsRecorder { $0.began(in: "Muting/Mine.swift") }
    recorder.record {
      let token = InvalidationToken()
      token.invalidate()
      let promise = Promise<Int, any Error>(fileID: "Muting/Mine.swift")
      promise.future.map(token.validContext(immediateExecutionContext)) { $0 }
        .onSuccess(immediateExecutionContext) { _ in }
      promise.success(1)
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func invalidatingTwiceIsHarmless() {
    let token = InvalidationToken()
    token.invalidate()
    token.invalidate()
    #expect(token.isInvalid)
  }

  @Test func aMutedClosureIsReleasedWhenTheFutureSettles() {
    let token = InvalidationToken()
    let promise = Promise<Int, Never>()
    let tracked = Tracked()
    let reference = WeakReference(tracked)
    promise.future.onSuccess(token.validContext(immediateExecutionContext)) { _ in tracked.touch() }
    _ = consume tracked
    token.invalidate()
    promise.success(1)
    #expect(reference.isGone)
  }

  @Test func aTypeOfOnesOwnCanBeAToken() {
    struct Flag: InvalidationTokenType {
      let isOver = Box(false)
      var isInvalid: Bool { isOver.value }
      let future = Future<Never, BrightFuturesError<Never>>()
    }
    let flag = Flag()
    let log = Log<Int>()
    let valid = flag.validContext(immediateExecutionContext)
    Future<Int, Never>(value: 1).onSuccess(valid) { log.add($0) }
    flag.isOver.value = true
    Future<Int, Never>(value: 2).onSuccess(valid) { log.add($0) }
    #expect(log.all == [1])
  }
}
