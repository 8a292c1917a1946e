import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureFlatMapTests {
  @Test func takesOverTheOutcomeOfASettledInnerFuture() {
    let succeeded = Future<Int, TestError>(value: 2).flatMap { Future(value: "\($0)") }
    #expect(succeeded.currentResult == .success("2"))
    let failed = Future<Int, TestError>(value: 2)
      .flatMap { _ in Future<String, TestError>(error: .second) }
    #expect(failed.currentResult == .failure(.second))
  }

  @Test func waitsForTheInnerFuture() {
    let outer = Promise<Int, TestError>()
    let inner = Promise<String, TestError>()
    let future = outer.future.flatMap { _ in inner.future }
    outer.succeed(1)
    #expect(!future.isSettled)
    inner.succeed("done")
    #expect(future.currentValue == "done")
  }

  @Test func aTokenStillReachesAFutureOfWhichOnlyADerivedOneIsKept() {
    let outer = Promise<Int, any Error>()
    let inner = Promise<String, any Error>()
    let manual = ManualContext()
    let source = CancellationSource()
    let end = outer.future
      .on(manual.context).flatMap(cancellation: source.token) { _ in inner.future }
      .map { $0 }
    outer.succeed(1)
    manual.runAll()
    #expect(!end.isSettled)
    source.cancel()
    #expect(end.currentError is CancellationError)
    inner.succeed("too late")
  }

  @Test(arguments: [true, false])
  func observersKeepTheirOrderBehindThoseOfTheInnerFuture(_ isKept: Bool) {
    let outer = Promise<Int, TestError>()
    let inner = Promise<Int, TestError>()
    let log = Log<Int>()
    var future: Future<Int, TestError>? = outer.future.flatMap { _ in inner.future }
    for index in 10..<14 {
      future?.map { $0 }.onSuccess { _ in log.add(index) }
      future?.onSuccess { _ in log.add(index) }
    }
    // When no handle is left, the observers move to the inner future.
    if !isKept { future = nil }
    for index in 0..<3 { inner.future.map { $0 }.onSuccess { _ in log.add(index) } }
    outer.succeed(1)
    for index in 20..<23 { inner.future.map { $0 }.onSuccess { _ in log.add(index) } }
    inner.succeed(2)
    #expect(log.all == [0, 1, 2, 10, 10, 11, 11, 12, 12, 13, 13, 20, 21, 22])
    withExtendedLifetime(future) {}
  }

  @Test func failsWhenThePendingInnerFutureFails() {
    let inner = Promise<String, TestError>()
    let future = Future<Int, TestError>(value: 1).flatMap { _ in inner.future }
    inner.fail(.third)
    #expect(future.currentError == .third)
  }

  @Test func passesAFailureByWithoutCallingTheClosure() {
    let calls = Counter()
    let promise = Promise<Int, TestError>()
    let future = promise.future.flatMap { _ -> Future<Int, TestError> in
      calls.add()
      return Future(value: 1)
    }
    promise.fail(.first)
    #expect(future.currentError == .first)
    #expect(calls.value == 0)
  }

  @Test func failsWithWhatTheInnerFutureFailsWithWhateverItsErrorType() {
    let inner = Promise<Int, OtherError>()
    let future = Future<Int, TestError>(value: 1).flatMap { _ in inner.future }
    #expect(!future.isSettled)
    inner.fail(.other)
    #expect(future.currentError as? OtherError == .other)
    let value = Future<Int, TestError>(value: 1).flatMap { Future<Int, OtherError>(value: $0) }
    #expect(value.currentValue == 1)
  }

  @Test func observersRegisteredBeforeTheInnerFutureWasKnownRunInOrder() {
    let outer = Promise<Int, TestError>()
    let inner = Promise<Int, TestError>()
    let log = Log<Int>()
    let future = outer.future.flatMap { _ in inner.future }
    future.onSuccess { _ in log.add(1) }
    future.onSuccess { _ in log.add(2) }
    outer.succeed(0)
    future.onSuccess { _ in log.add(3) }
    inner.succeed(0)
    future.onSuccess { _ in log.add(4) }
    #expect(log.all == [1, 2, 3, 4])
  }

  @Test func observersOfADroppedHandleRunInOrderWithThoseOfTheInnerFuture() {
    let outer = Promise<Int, TestError>()
    let inner = Promise<Int, TestError>()
    let log = Log<String>()
    inner.future.onSuccess { _ in log.add("inner") }
    outer.future.flatMap { _ in inner.future }
      .onSuccess { _ in log.add("first") }
      .onSuccess { _ in log.add("second") }
    outer.succeed(0)
    inner.succeed(0)
    #expect(log.all == ["inner", "first", "second"])
  }

  @Test func manyFuturesMayWaitForOneInnerFuture() {
    let inner = Promise<Int, TestError>()
    let futures = (0..<10).map { index in
      Future<Int, TestError>(value: index).flatMap { own in inner.future.map { $0 + own } }
    }
    inner.succeed(100)
    #expect(futures.map(\.currentValue) == (100..<110).map { $0 })
  }

  @Test func theInnerFutureMayBeTheOuterOneItself() {
    let promise = Promise<Int, TestError>()
    let outer = promise.future
    let future = outer.flatMap { _ in outer }
    promise.succeed(4)
    #expect(future.currentValue == 4)
  }

  @Test func aFutureThatWouldWaitForItselfFails() {
    let promise = Promise<Int, any Error>()
    let itself = Box<Future<Int, any Error>?>(nil)
    let future = promise.future.flatMap { _ in itself.value! }
    itself.value = future
    promise.succeed(1)
    #expect(future.currentError is BrokenPromise)
    itself.value = nil
  }

  @Test(arguments: ["token", "context", "erasing", "flatMapError"])
  func aFutureThatWouldWaitForItselfFailsHoweverItWasMade(_ how: String) {
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let itself = Box<Future<Int, any Error>?>(nil)
    @Sendable func again<Failure: Error>(_: Failure.Type) -> Future<Int, Failure> {
      itself.value as! Future<Int, Failure>
    }
    /// Calls the overload for any error type, which does not know that it is `any Error`.
    func erasing<Failure: Error>(_ type: Failure.Type) -> Future<Int, any Error> {
      promise.future.flatMap { _ in again(type) }
    }
    let future: Future<Int, any Error> =
      switch how {
      case "token":
        promise.future.flatMap(cancellation: source.token) { _ in itself.value! }
      case "context":
        promise.future.on(InvalidationToken().validContext).flatMap { _ in itself.value! }
      case "erasing":
        erasing((any Error).self)
      default:
        promise.future.flatMapError { error -> Future<Int, any Error> in
          if error is TestError { throw error }
          return itself.value!
        }
      }
    itself.value = future
    if how == "flatMapError" { promise.fail(OtherError.other) } else { promise.succeed(1) }
    #expect(future.currentError is BrokenPromise)
    itself.value = nil
  }

  @Test func runsTheClosureOnTheContext() {
    let manual = ManualContext()
    let inner = Promise<Int, TestError>()
    let future = Future<Int, TestError>(value: 1)
      .on(manual.context).flatMap { _ in inner.future }
    #expect(manual.pendingCount == 1)
    manual.runNext()
    #expect(!future.isSettled)
    inner.succeed(2)
    #expect(future.currentValue == 2)
  }

  @Test func aRecursionOfSettledFuturesEnds() {
    @Sendable func countDown(_ number: Int) -> Future<Int, TestError> {
      if number == 0 { return Future(value: 0) }
      return Future(value: number).flatMap { countDown($0 - 1) }
    }
    #expect(countDown(500).currentValue == 0)
  }

  @Test func aRecursionOfPendingFuturesEnds() {
    let promises = (0..<1000).map { _ in Promise<Void, TestError>() }
    @Sendable func wait(for index: Int) -> Future<Int, TestError> {
      if index == promises.count { return Future(value: index) }
      return promises[index].future.flatMap { wait(for: index + 1) }
    }
    let future = wait(for: 0)
    for promise in promises {
      #expect(!future.isSettled)
      promise.succeed()
    }
    #expect(future.currentValue == 1000)
  }

  @Test func theInnerFutureIsNotCancelledWithTheOuterOne() {
    let inner = Promise<Int, any Error>()
    let future = Future<Int, any Error>(value: 1).flatMap { _ in inner.future }
    #expect(future.cancel())
    #expect(future.currentError is CancellationError)
    #expect(!inner.future.isSettled)
    inner.succeed(3)
    #expect(inner.future.currentValue == 3)
    #expect(future.currentError is CancellationError)
  }

  @Test func anAsynchronousClosureWaitsForAPendingFutureOfATypedError() async {
    let promise = Promise<Int, TestError>()
    let plain = promise.future.flatMap { value async in
      await Task.yield()
      return Future<Int, TestError>(value: value + 1)
    }
    let throwing = promise.future.flatMap { value async throws -> Future<Int, Never> in
      if value == 1 { throw TestError.third }
      return Future(value: value)
    }
    promise.succeed(1)
    #expect(await plain.result == .success(2))
    #expect(await throwing.result.failure as? TestError == .third)
    let failed = Promise<Int, TestError>()
    let after = failed.future.flatMap { value async in Future<Int, TestError>(value: value) }
    failed.fail(.second)
    #expect(await after.result == .failure(.second))
    let settled = Future<Int, TestError>(value: 1).flatMap { value async throws in
      Future<Int, Never>(value: value + 2)
    }
    #expect((try? await settled.value) == 3)
  }

  @Test func anInnerFutureOfAnAsynchronousClosureIsNotCancelledEither() async {
    let (inner, begun) = (Promise<Int, any Error>(), Promise<Void, Never>())
    let future = Future<Int, any Error>(value: 1).flatMap { [future = inner.future] _ in
      await Task.yield()
      begun.succeed()
      return future
    }
    await begun.future.value
    #expect(future.cancel())
    #expect(!inner.future.isSettled)
    inner.succeed(3)
    #expect(inner.future.currentValue == 3)
  }

}
