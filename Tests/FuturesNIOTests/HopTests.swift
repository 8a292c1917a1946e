#if NIO
import Futures
import FuturesNIO
import FuturesTesting
import NIOCore
import NIOPosix
import TestSupport
import Testing

private enum LoadError: Error, Equatable { case notFound }

@Suite(.timeLimit(.minutes(10)))
struct HopTests {
  let loop = StepLoop()
  let log = Log<String>()

  /// Writes down the outcome of an event-loop future.
  private func watch(_ future: EventLoopFuture<Int>) {
    future.whenComplete { [log] result in
      switch result {
      case .success(let number): log.add("\(number)")
      case .failure(let error): log.add("\(type(of: error))")
      }
    }
  }

  @Test func aSettledFutureNeedsNoHop() {
    let value = Future<Int, LoadError>(value: 1).hop(to: loop)
    let error = Future<Int, LoadError>(error: .notFound).hop(to: loop)
    #expect(loop.hops == 0)
    loop.run {
      watch(value)
      watch(error)
      #expect(log.all == ["1", "LoadError"])
    }
  }

  @Test func settlingOnTheEventLoopNeedsNoHop() {
    let promise = Promise<Int, LoadError>()
    loop.run {
      watch(promise.future.hop(to: loop))
      promise.succeed(1)
      #expect(log.all == ["1"])
    }
    #expect(loop.hops == 0)
  }

  @Test func settlingElsewhereTakesOneHop() {
    let promise = Promise<Int, LoadError>()
    let hopped = promise.future.hop(to: loop)
    loop.run { watch(hopped) }
    promise.succeed(1)
    #expect(log.all.isEmpty)
    loop.run()
    #expect(log.all == ["1"])
    #expect(loop.hops == 1)
  }

  @Test func errorsKeepTheirTypeThereAndBack() {
    let promise = Promise<Int, LoadError>()
    let hopped = promise.future.hop(to: loop)
    let back = Future<Int, LoadError>(hopped) { _ in fatalError("the error changed its type") }
    promise.fail(.notFound)
    loop.run()
    #expect(back.currentError == .notFound)
  }

  @Test func aFutureOfNIOAwaitsOneOfOurs() async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let promise = Promise<Int, any Error>()
    let there = promise.future.hop(to: loop).map { ($0, loop.inEventLoop) }
    promise.succeed(1)
    #expect(try await there.get() == (1, true))
  }

  // MARK: Ends without an outcome

  @Test func aDroppedPromiseFailsTheEventLoopFuture() {
    loop.run {
      do {
        let promise = Promise<Int, any Error>()
        watch(promise.future.hop(to: loop))
      }
      #expect(log.all == ["BrokenPromise"])
    }
  }

  @Test func anErrorTypeThatHoldsNoBrokenPromiseFailsTheEventLoopFutureToo() {
    do {
      let promise = Promise<Int, Never>()
      watch(promise.future.hop(to: loop))
    }
    watch(Future<Int, LoadError>.never.hop(to: loop))
    loop.run()
    #expect(log.all == ["BrokenPromise", "BrokenPromise"])
  }

  @Test func cancellingTheTokenFailsTheEventLoopFutureAndNotTheFuture() {
    let source = CancellationSource()
    let promise = Promise<Int, LoadError>()
    loop.run {
      watch(promise.future.hop(to: loop, cancellation: source.token))
      source.cancel()
      #expect(log.all == ["CancellationError"])
      watch(promise.future.hop(to: loop, cancellation: source.token))
      watch(Future<Int, LoadError>(value: 1).hop(to: loop, cancellation: source.token))
      #expect(log.all == Array(repeating: "CancellationError", count: 3))
    }
    promise.succeed(1)
    #expect(promise.future.currentValue == 1)
  }

  @Test func aTokenThatIsCancelledLaterChangesNothing() {
    let source = CancellationSource()
    let promise = Promise<Int, LoadError>()
    loop.run {
      watch(promise.future.hop(to: loop, cancellation: source.token))
      promise.succeed(1)
      source.cancel()
    }
    #expect(log.all == ["1"])
  }

  // MARK: Promises that are given

  @Test func completesAPromiseThatWasGiven() {
    let promise = Promise<Int, LoadError>()
    let (first, second) = (loop.makePromise(of: Int.self), loop.makePromise(of: Int.self))
    promise.future.cascade(to: first)
    second.completeWith(promise.future)
    loop.run {
      watch(first.futureResult)
      watch(second.futureResult)
      promise.succeed(1)
    }
    #expect(log.all == ["1", "1"])
  }

  @Test func aPromiseThatIsCompleteKeepsItsOutcome() {
    let promise = Promise<Int, LoadError>()
    let given = loop.makePromise(of: Int.self)
    promise.future.cascade(to: given)
    loop.run {
      watch(given.futureResult)
      given.succeed(1)
      promise.succeed(2)
    }
    #expect(log.all == ["1"])
  }
}

/// Diagnostics belong to the whole process.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct HopDiagnosticsTests {
  @Test func anEventLoopThatHasShutDownIsReportedAndDoesNotTrap() {
    let loop = StepLoop()
    let recorder = DiagnosticsRecorder { $0.detail?.contains("event loop has shut down") ?? false }
    recorder.record {
      let promise = Promise<Int, LoadError>()
      _ = promise.future.hop(to: loop)
      loop.shutDown()
      promise.succeed(1)
    }
    #expect(recorder.diagnostics.map(\.kind) == [.droppedJob])
  }

  @Test func anEventLoopOfNIOThatHasShutDownIsReportedAndDoesNotTrap() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let recorder = DiagnosticsRecorder { $0.detail?.contains("event loop has shut down") ?? false }
    try await recorder.record {
      let promise = Promise<Int, LoadError>()
      _ = promise.future.hop(to: loop)
      try await group.shutdownGracefully()
      promise.succeed(1)
    }
    #expect(recorder.diagnostics.map(\.kind) == [.droppedJob])
  }

  @Test func aTokenThatIsCancelledAfterTheEventLoopHasShutDownIsReportedAndDoesNotTrap() {
    let loop = StepLoop()
    let recorder = DiagnosticsRecorder { $0.detail?.contains("event loop has shut down") ?? false }
    recorder.record {
      let source = CancellationSource()
      _ = loop.makePromise(of: Int.self, cancellation: source.token)
      let given = loop.makePromise(of: Int.self)
      let pending = Promise<Int, LoadError>()
      pending.future.cascade(to: given, cancellation: source.token)
      loop.shutDown()
      source.cancel()
    }
    #expect(recorder.diagnostics.map(\.kind) == [.droppedJob, .droppedJob])
  }

  @Test func aFailureThatNoCallerWantsIsNotReported() {
    let recorder = DiagnosticsRecorder { $0.error is LoadError }
    recorder.record {
      Future<Int, LoadError>(error: .notFound).cascade(to: nil)
    }
    #expect(recorder.diagnostics.isEmpty)
  }
}
#endif
