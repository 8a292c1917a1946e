import BrightFuturesCompat
import Dispatch
import FuturesTesting
import struct Futures.Diagnostic
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct CallbackTests {
  @Test func onSuccessIsCalledForASuccessOnly() {
    let log = Log<Int>()
    Future<Int, Oops>(value: 1).onSuccess(immediateExecutionContext) { log.add($0) }
    Future<Int, Oops>(error: .first).onSuccess(immediateExecutionContext) { log.add(-$0) }
    #expect(log.all == [1])
  }

  @Test func onFailureIsCalledForAFailureOnly() {
    let log = Log<Oops>()
    Future<Int, Oops>(value: 1).onFailure(immediateExecutionContext) { log.add($0) }
    Future<Int, Oops>(error: .first).onFailure(immediateExecutionContext) { log.add($0) }
    #expect(log.all == [.first])
  }

  @Test func onCompleteIsCalledForBoth() {
    let log = Log<Result<Int, Oops>>()
    Future<Int, Oops>(value: 1).onComplete(immediateExecutionContext) { log.add($0) }
    Future<Int, Oops>(error: .first).onComplete(immediateExecutionContext) { log.add($0) }
    #expect(log.all == [.success(1), .failure(.first)])
  }

  @Test func callbacksReturnTheSameFutureSoAChainRegistersSideBySide() {
    let log = Log<String>()
    let promise = Promise<Int, Oops>()
    let first = ManualContext()
    promise.future
      .onSuccess(first.closure) { _ in log.add("held up") }
      .onSuccess(immediateExecutionContext) { _ in log.add("not waiting") }
    promise.success(1)
    #expect(log.all == ["not waiting"])
    first.runAll()
    #expect(log.all == ["not waiting", "held up"])
  }

  @Test func eachIsCalledOnceWheneverItWasRegistered() {
    let calls = Counter()
    let promise = Promise<Int, Never>()
    promise.future.onSuccess(immediateExecutionContext) { _ in calls.add() }
    promise.success(1)
    promise.future.onSuccess(immediateExecutionContext) { _ in calls.add() }
    promise.trySuccess(2)
    #expect(calls.value == 2)
  }

  @Test func theStateIsVisibleWhenTheyRun() {
    let promise = Promise<Int, Oops>()
    let log = Log<Int?>()
    promise.future.onComplete(immediateExecutionContext) { [future = promise.future] _ in
      log.add(future.isSuccess ? future.value : nil)
    }
    promise.success(3)
    #expect(log.all == [3])
  }

  @Test func theyAreHandedOverInTheOrderOfRegistration() {
    let log = Log<Int>()
    let context = ManualContext()
    let promise = Promise<Int, Never>()
    for index in 0..<10 { promise.future.onSuccess(context.closure) { _ in log.add(index) } }
    promise.success(1)
    #expect(context.pendingCount == 10)
    context.runAll()
    #expect(log.all == Array(0..<10))
  }

  @Test func theContextIsHandedTheCallbackWhenTheFutureSettles() {
    let context = ManualContext()
    let promise = Promise<Int, Never>()
    promise.future.onComplete(context.closure) { _ in }
    #expect(context.isEmpty)
    promise.success(1)
    #expect(context.pendingCount == 1)
  }

  @Test func onASettledFutureTheContextIsHandedTheCallbackAtOnce() {
    let context = ManualContext()
    Future<Int, Never>(value: 1).onComplete(context.closure) { _ in }
    #expect(context.pendingCount == 1)
  }

  @Test(arguments: [true, false])
  func onSuccessDoesNotObserveAFailureAndSubmitsNothingForIt(_ isSettled: Bool) {
    struct Missed: Error {
      let isSettled: Bool
    }
    let context = ManualContext()
    let recorder = DiagnosticsRecorder { ($0.error as? Missed)?.isSettled == isSettled }
    recorder.record {
      let promise = Promise<Int, Missed>()
      if isSettled { promise.failure(Missed(isSettled: isSettled)) }
      promise.future.onSuccess(immediateExecutionContext) { _ in Issue.record("no value") }
      promise.future.onSuccess(context.closure) { _ in Issue.record("no value") }
      if !isSettled { promise.failure(Missed(isSettled: isSettled)) }
      #expect(context.isEmpty)
    }
    #expect(recorder.diagnostics(of: .unobservedFailure).count == 1)
  }

  @Test func aContextThatRunsItsTaskTwiceCallsOnce() {
    let calls = Counter()
    let twice: ExecutionContext = { task in
      task()
      task()
    }
    Future<Int, Never>(value: 1).onSuccess(twice) { _ in calls.add() }
    #expect(calls.value == 1)
  }

  @Test func aCallbackMayRegisterOnItsOwnFuture() {
    let log = Log<String>()
    let promise = Promise<Int, Never>()
    promise.future.onSuccess(immediateExecutionContext) { _ in
      promise.future.onSuccess(immediateExecutionContext) { _ in log.add("inner") }
      log.add("outer")
    }
    promise.success(1)
    #expect(log.all == ["outer", "inner"])
  }

  @Test func aCallbackOnAQueueMayRegisterOnItsOwnFuture() async {
    let queue = DispatchQueue(label: "own").context
    let done = Promise<Int, Never>()
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(queue) { _ in
      future.onSuccess(queue) { done.success($0) }
    }
    #expect(await done.future.get() == 1)
  }

  @Test func whatACallbackReturnsIsIgnored() {
    let future = Future<Int, Never>(value: 1)
    let same = future.onSuccess(immediateExecutionContext) { _ in _ = 5 }
    #expect(same.value == 1)
  }
}
