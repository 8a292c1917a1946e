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
    #expect(!future.isCompleted)
    loop.run()
    #expect(future.value == 1)
    #expect(loop.hops == 1)
  }

  @Test func isSettledAtOnceOnTheEventLoopOfACompleteFuture() {
    loop.run { #expect(Future(loop.makeSucceededFuture(1)).value == 1) }
  }

  @Test func errorsPassUnchanged() {
    loop.run {
      let future = Future(loop.makeFailedFuture(QueryError.syntax) as EventLoopFuture<Int>)
      #expect(future.error as? QueryError == .syntax)
    }
  }

  @Test func cancellingSettlesAtOnceAndLeavesTheEventLoopFuture() {
    let source = CancellationSource()
    let promise = loop.makePromise(of: Int.self)
    let future = Future(promise.futureResult, cancellation: source.token)
    source.cancel()
    #expect(future.error is CancellationError)
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
    #expect(inner.value?.error is CancellationError)
    #expect(!page.isCompleted)
    promise.succeed(1)
    loop.run()
    #expect(page.value == 1)
  }

  @Test func anEventLoopThatHasShutDownBreaksThePromise() {
    loop.shutDown()
    let future = Future(loop.makeSucceededFuture(1))
    #expect(future.error is BrokenPromise)
  }

  @Test func anEventLoopOfNIOThatHasShutDownBreaksThePromise() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let complete = group.next().makeSucceededFuture(1)
    try await group.shutdownGracefully()
    await #expect(throws: BrokenPromise.self) { try await Future(complete).get() }
  }

  // MARK: Typed errors

  @Test func anErrorOfTheTypePassesAndOthersAreConverted() {
    let syntax = loop.makeFailedFuture(QueryError.syntax) as EventLoopFuture<Int>
    let closed = loop.makeFailedFuture(ChannelError.alreadyClosed) as EventLoopFuture<Int>
    loop.run {
      let first = Future<Int, QueryError>(syntax) { _ in .other("converted") }
      let second = Future<Int, QueryError>(closed) { error in .other("\(type(of: error))") }
      let third = Future<Int, QueryError>(loop.makeSucceededFuture(3)) { _ in .syntax }
      #expect(first.error == .syntax)
      #expect(second.error == .other("ChannelError"))
      #expect(third.value == 3)
    }
  }

  @Test func anEventLoopThatHasShutDownFailsTypedFuturesToo() {
    loop.shutDown()
    let future = Future<Int, QueryError>(loop.makeSucceededFuture(1)) { error in
      .other("\(type(of: error))")
    }
    #expect(future.error == .other("BrokenPromise"))
  }

  // MARK: Promises and scheduled tasks

  @Test func aPromiseTakesTheOutcomeOfAnEventLoopFuture() {
    let source = loop.makePromise(of: Int.self)
    let promise = Promise<Int, any Error>()
    #expect(promise.complete(with: source.futureResult))
    #expect(!promise.succeed(2))
    source.succeed(1)
    loop.run()
    #expect(promise.future.value == 1)
  }

  @Test func anEventLoopThatHasShutDownBreaksAPromiseThatWaitsForItsFuture() {
    loop.shutDown()
    let promise = Promise<Int, any Error>()
    promise.complete(with: loop.makeSucceededFuture(1))
    #expect(promise.future.error is BrokenPromise)
  }

  @Test func aScheduledTaskOfAnEventLoopThatShutsDownFailsItsFuture() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let future = Future(group.next().scheduleTask(in: .hours(1)) { 1 })
    try await group.shutdownGracefully()
    await #expect(throws: EventLoopError.shutdown) { try await future.get() }
  }

  @Test func cancellingAFutureCancelsItsScheduledTask() throws {
    let loop = EmbeddedEventLoop()
    let log = log
    let kept = Future(loop.scheduleTask(in: .seconds(1)) { log.add(1) })
    let cancelled = Future(loop.scheduleTask(in: .seconds(1)) { log.add(2) })
    cancelled.cancel()
    loop.advanceTime(by: .seconds(1))
    #expect(kept.isCompleted)
    #expect(cancelled.error is CancellationError)
    #expect(log.all == [1])
  }
}
#endif
