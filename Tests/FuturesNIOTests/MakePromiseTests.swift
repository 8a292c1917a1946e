#if NIO
import Futures
import FuturesNIO
import NIOCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct MakePromiseTests {
  let loop = StepLoop()
  let source = CancellationSource()

  @Test func cancellingTheTokenFailsThePromise() {
    loop.run {
      let promise = loop.makePromise(of: Int.self, cancellation: source.token)
      let future = Future(promise.futureResult)
      source.cancel()
      #expect(future.currentError is CancellationError)
    }
  }

  @Test func cancellingElsewhereFailsItOnTheEventLoop() {
    let promise = loop.makePromise(of: Int.self, cancellation: source.token)
    let future = Future(promise.futureResult)
    source.cancel()
    #expect(!future.isSettled)
    loop.run()
    #expect(future.currentError is CancellationError)
  }

  @Test func aPromiseThatIsCompleteLetsTheTokenGo() {
    loop.run {
      let tracked = Tracked()
      let reference = WeakReference(tracked)
      let promise = loop.makePromise(of: Tracked.self, cancellation: source.token)
      promise.succeed(tracked)
      _ = consume promise
      _ = consume tracked
      #expect(reference.isGone)
    }
    source.cancel()
  }
}
#endif
