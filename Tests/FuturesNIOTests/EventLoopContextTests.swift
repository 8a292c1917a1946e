#if NIO
import Futures
import FuturesNIO
import FuturesTesting
import NIOCore
import NIOPosix
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct EventLoopContextTests {
  let loop = StepLoop()
  let log = Log<Int>()

  @Test func runsAtOnceOnTheEventLoop() {
    let promise = Promise<Int, any Error>()
    promise.future.on(.eventLoop(loop)).onSuccess { [log] in log.add($0) }
    loop.run {
      promise.succeed(1)
      #expect(log.all == [1])
    }
    #expect(loop.hops == 0)
  }

  @Test func hopsOnceFromElsewhere() {
    let promise = Promise<Int, any Error>()
    let doubled = promise.future.on(.eventLoop(loop)).map { $0 * 2 }.on(.eventLoop(loop)).map {
      $0 + 1
    }
    promise.succeed(1)
    #expect(doubled.currentValue == nil)
    loop.run()
    #expect(doubled.currentValue == 3)
    #expect(loop.hops == 1)
  }

  @Test func keepsTheOrderOfSubmission() {
    let promise = Promise<Int, any Error>()
    for number in 1...20 {
      promise.future.on(.eventLoop(loop)).onSuccess { [log] _ in log.add(number) }
    }
    promise.succeed(0)
    loop.run()
    #expect(log.all == Array(1...20))
  }

  @Test func longChainsTakeLittleStack() {
    let loop = loop
    let promise = Promise<Int, any Error>()
    let isComplete = Box(false)
    let thread = ThreadBox(stackSize: 512 * 1024) {
      var future = promise.future
      for _ in 0..<100_000 { future = future.on(.eventLoop(loop)).map { $0 + 1 } }
      loop.run { promise.succeed(0) }
      isComplete.value = future.currentValue == 100_000
    }
    thread.start()
    thread.join()
    #expect(isComplete.value)
  }

  @Test func jobsOfAnEventLoopThatHasShutDownCancelTheirFutures() {
    loop.shutDown()
    let dropped = Future<Int, any Error>(value: 1).on(.eventLoop(loop)).map { [log] number in
      log.add(number)
      return number
    }
    #expect(dropped.currentError is CancellationError)
    #expect(log.all.isEmpty)
  }

  @Test func closuresRunOnAnEventLoopOfNIO() async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let isThere = Future<Void, any Error>(value: ()).on(.eventLoop(loop)).map { loop.inEventLoop }
    #expect(try await isThere.value)
  }

  @Test func jobsOfAnEventLoopOfNIOThatHasShutDownCancelTheirFutures() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    try await group.shutdownGracefully()
    let dropped = Future<Int, any Error>(value: 1).on(.eventLoop(loop)).map { $0 }
    await #expect(throws: CancellationError.self) { try await dropped.value }
  }
}
#endif
