import BrightFuturesCompat
import Dispatch
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct DelayTests {
  @Test func hasTheSameOutcome() async {
    #expect(await Future<Int, Never>(value: 1).delay(.milliseconds(1)).get() == 1)
    await #expect(throws: Oops.first) {
      try await Future<Int, Oops>(error: .first).delay(.milliseconds(1)).get()
    }
  }

  @Test func theIntervalStartsWhenTheOriginalSettles() async {
    let promise = Promise<Int, Never>()
    let delayed = promise.future.delay(.milliseconds(20))
    // Longer ago than the interval: a clock that started at the call would be over.
    _ = await Future<Int, Never>(value: 0, delay: .milliseconds(60)).get()
    let start = DispatchTime.now()
    promise.success(1)
    #expect(!delayed.isCompleted)
    #expect(await delayed.get() == 1)
    #expect(DispatchTime.now() >= start + .milliseconds(20))
  }

  @Test func aDelayOfZeroStillHops() async {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let delayed = Future<Int, Never>(value: 1).delay(queue, interval: .seconds(0))
    #expect(!delayed.isCompleted)
    queue.resume()
    #expect(await delayed.get() == 1)
  }

  @Test func itArrivesOnTheGivenQueue() async {
    let marked = MarkedQueue()
    let arrived = Future<Int, Never>(value: 1)
      .delay(marked.queue, interval: .milliseconds(1))
      .map(immediateExecutionContext) { _ in marked.isCurrent }
    #expect(await arrived.get())
  }

  @MainActor
  @Test func calledOnMainItArrivesOnMain() async {
    let promise = Promise<Int, Never>()
    let isMain = promise.future.delay(.milliseconds(1))
      .map(immediateExecutionContext) { _ in MainActor.assumeIsolated { true } }
    DispatchQueue.global().async { promise.success(1) }
    #expect(await isMain.get())
  }

  @Test func calledElsewhereItArrivesElsewhere() async {
    let isMain = await Future<Int, Never>(value: 1).delay(.milliseconds(1))
      .map(immediateExecutionContext) { _ in MarkedQueue.main.isCurrent }
      .get()
    #expect(!isMain)
  }

  @Test func aNeverEndingDelayLeavesItPending() {
    #expect(!Future<Int, Never>(value: 1).delay(.never).isCompleted)
  }
}
