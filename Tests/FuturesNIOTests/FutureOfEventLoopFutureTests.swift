#if NIO
import Futures
import FuturesNIO
import FuturesTesting
import NIOCore
import NIOEmbedded
import NIOPosix
import TestSupport
import Testing

private enum QueryError: Error, Equatable {
  case syntax
  case other(String)
}

@Suite(.timeLimit(.minutes(10)))
struct FutureOfEventLoopFutureTests {
  let loop = StepLoop()
  let log = Log<Int>()

  @Test func settlesOnTheEventLoopWithoutAnotherHop() {
    let promise = loop.makePromise(of: Int.self)
    let (loop, log) = (loop, log)
    loop.run {
      Future(promise.futureResult).onSuccess { number in if loop.inEventLoop { log.add(number) } }
      promise.succeed(1)
      #expect(log.all == [1])
    }
    #expect(loop.hops == 0)
  }

  @Test func registersWithOneHopFromElsewhere() {
    let future = Future(loop.makeSucceededFuture(1))
    #expect(!future.isSettled)
    loop.run()
    #expect(future.currentValue == 1)
    #expect(loop.hops == 1)
  }

  @Test func isSettledAtOnceOnTheEventLoopOfACompleteFuture() {
    loop.run { #expect(Future(loop.makeSucceededFuture(1)).currentValue == 1) }
  }

  @Test func errorsPassUnchanged() {
    loop.run {
      let future = Future(loop.makeFailedFuture(QueryError.syntax) as EventLoopFuture<Int>)
      #expect(future.currentError as? QueryError == .syntax)
    }
  }

  @Test func cancellingSettlesAtOnceAndLeavesTheEventLoopFuture() {
    let source = CancellationSource()
    let promise = loop.makePromise(of: Int.self)
    let future = Future(promise.futureResult, cancellation: source.token)
    source.cancel()
    #expect(future.currentError is CancellationError)
    promise.futureResult.whenSuccess { [log] in log.add($0) }
    promise.succeed(1)
    loop.run()
    #expect(log.all == [1])
  }

  @Test func heedsTheCurrentScope() {
    let promise = loop.makePromise(of: Int.self)
    let page = withCancellationScope { Future(promise.futureResult).map { $0 } }
    let inner = Box<Future<Int, any Error>?>(nil)
    let scoped = withCancellationScope {
      let future = Future(promise.futureResult)
      inner.value = future
      return future
    }
    scoped.cancel()
    #expect(inner.value?.currentError is CancellationError)
    #expect(!page.isSettled)
    promise.succeed(1)
    loop.run()
    #expect(page.currentValue == 1)
  }

  @Test func anEventLoopThatHasShutDownBreaksThePromise() {
    loop.shutDown()
    let future = Future(loop.makeSucceededFuture(1))
    #expect(future.currentError is BrokenPromise)
  }

  @Test func anEventLoopOfNIOThatHasShutDownBreaksThePromise() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let complete = group.next().makeSucceededFuture(1)
    try await group.shutdownGracefully()
    await #expect(throws: BrokenPromise.self) { try await Future(complete).value }
  }

  // MARK: Typed errors

  @Test func anErrorOfTheTypePassesAndOthersAreConverted() {
    let syntax = loop.makeFailedFuture(QueryError.syntax) as EventLoopFuture<Int>
    let closed = loop.makeFailedFuture(ChannelError.alreadyClosed) as EventLoopFuture<Int>
    loop.run {
      let first = Future<Int, QueryError>(syntax) { _ in .other("converted") }
      let second = Future<Int, QueryError>(closed) { error in .other("\(type(of: error))") }
      let third = Future<Int, QueryError>(loop.makeSucceededFuture(3)) { _ in .syntax }
      #expect(first.currentError == .syntax)
      #expect(second.currentError == .other("ChannelError"))
      #expect(third.currentValue == 3)
    }
  }

  @Test func anEventLoopThatHasShutDownFailsTypedFuturesToo() {
    loop.shutDown()
    let future = Future<Int, QueryError>(loop.makeSucceededFuture(1)) { error in
      .other("\(type(of: error))")
    }
    #expect(future.currentError == .other("BrokenPromise"))
  }

  // MARK: Promises and scheduled tasks

  @Test func aPromiseTakesTheOutcomeOfAnEventLoopFuture() {
    let source = loop.makePromise(of: Int.self)
    let promise = Promise<Int, any Error>()
    #expect(promise.complete(with: source.futureResult))
    #expect(!promise.succeed(2))
    source.succeed(1)
    loop.run()
    #expect(promise.future.currentValue == 1)
  }

  @Test func anEventLoopThatHasShutDownBreaksAPromiseThatWaitsForItsFuture() {
    loop.shutDown()
    let promise = Promise<Int, any Error>()
    promise.complete(with: loop.makeSucceededFuture(1))
    #expect(promise.future.currentError is BrokenPromise)
  }

  @Test func aScheduledTaskOfAnEventLoopThatShutsDownFailsItsFuture() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let future = Future(group.next().scheduleTask(in: .hours(1)) { 1 })
    try await group.shutdownGracefully()
    await #expect(throws: EventLoopError.shutdown) { try await future.value }
  }

  @Test func cancellingAFutureCancelsItsScheduledTask() throws {
    let loop = EmbeddedEventLoop()
    let log = log
    let kept = Future(loop.scheduleTask(in: .seconds(1)) { log.add(1) })
    let cancelled = Future(loop.scheduleTask(in: .seconds(1)) { log.add(2) })
    cancelled.cancel()
    loop.advanceTime(by: .seconds(1))
    #expect(kept.isSettled)
    #expect(cancelled.currentError is CancellationError)
    #expect(log.all == [1])
  }
}
#endif
