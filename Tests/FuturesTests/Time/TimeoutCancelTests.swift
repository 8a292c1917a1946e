import Futures
import FuturesTesting
import Testing

@Suite struct TimeoutCancelTests {
  @Test func aLateFutureGoesOnUnlessToldOtherwise() {
    let clock = ManualClock()
    let promise = Promise<Int, any Error>()
    let timed = promise.future.timeout(.seconds(1), clock: clock)
    clock.advance(by: .seconds(1))
    #expect(timed.currentError is TimeoutError)
    #expect(promise.succeed(7))
  }

  @Test func aLateFutureIsCancelledOnRequest() {
    let clock = ManualClock()
    let promise = Promise<Int, any Error>()
    let stopped = Promise<Void, Never>()
    promise.onCancel { stopped.succeed() }
    let timed = promise.future.timeout(.seconds(1), clock: clock, cancelsLateFuture: true)
    clock.advance(by: .seconds(1))
    #expect(timed.currentError is TimeoutError)
    #expect(promise.future.currentError is CancellationError)
    #expect(stopped.future.isSettled)
  }

  @Test func aFutureInTimeIsLeftAlone() {
    let clock = ManualClock()
    let promise = Promise<Int, any Error>()
    let timed = promise.future.timeout(.seconds(1), clock: clock, cancelsLateFuture: true)
    promise.succeed(7)
    clock.advance(by: .seconds(2))
    #expect(timed.currentValue == 7)
    #expect(promise.future.currentValue == 7)
  }
}
