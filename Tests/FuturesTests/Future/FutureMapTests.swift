import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureMapTests {
  @Test func transformsTheValueOfASettledFuture() {
    let future = Future<Int, TestError>(value: 20).map { "\($0 + 1)" }
    #expect(future.currentResult == .success("21"))
  }

  @Test func transformsTheValueOnceItIsThere() {
    let promise = Promise<Int, TestError>()
    let mapped = promise.future.map { $0 * 2 }
    #expect(!mapped.isSettled)
    promise.succeed(4)
    #expect(mapped.currentValue == 8)
  }

  @Test func passesAFailureByWithoutCallingTheClosure() {
    let promise = Promise<Int, TestError>()
    let calls = Counter()
    let pending = promise.future.map { _ in calls.add() }
    let settled = Future<Int, TestError>(error: .second).map { _ in calls.add() }
    promise.fail(.first)
    #expect(pending.currentError == .first)
    #expect(settled.currentError == .second)
    #expect(calls.value == 0)
  }

  @Test func failsWithWhatTheClosureThrows() {
    let promise = Promise<Int, TestError>()
    let mapped = promise.future.tryMap(on: .inline) { value throws(TestError) -> Int in
      if value > 3 { throw .third }
      return value
    }
    promise.succeed(4)
    #expect(mapped.currentError == .third)
  }

  @Test func failsWithAnythingTheClosureThrowsUnderAnyError() {
    let promise = Promise<Int, any Error>()
    let mapped = promise.future.map { value -> Int in
      if value > 3 { throw OtherError.other }
      return value
    }
    promise.succeed(4)
    #expect(mapped.currentError as? OtherError == .other)
  }

  @Test func tryMapPassesAFailureByWithoutCallingTheClosure() {
    let calls = Counter()
    let mapped = Future<Int, TestError>(error: .second)
      .tryMap(on: .inline) { _ throws(TestError) -> Int in calls.add() }
    #expect(mapped.currentError == .second)
    #expect(calls.value == 0)
  }

  @Test func tryMapRunsOnTheContext() {
    let manual = ManualContext()
    let mapped = Future<Int, TestError>(value: 1)
      .tryMap(on: manual.context) { _ throws(TestError) -> Int in throw .third }
    #expect(!mapped.isSettled)
    manual.runAll()
    #expect(mapped.currentError == .third)
  }

  @Test func callsTheClosureExactlyOnce() {
    let promise = Promise<Int, TestError>()
    let calls = Counter()
    let mapped = promise.future.map { _ in calls.add() }
    promise.succeed(1)
    promise.succeed(2)
    mapped.onSuccess { _ in }
    #expect(calls.value == 1)
  }

  @Test func mapsAreIndependentOfEachOther() {
    let promise = Promise<Int, TestError>()
    let mapped = (0..<5).map { offset in promise.future.map { $0 + offset } }
    promise.succeed(10)
    #expect(mapped.map(\.currentValue) == [10, 11, 12, 13, 14])
  }

  @Test func aChainCarriesTheValueToItsEnd() {
    let promise = Promise<Int, TestError>()
    var future = promise.future
    for _ in 0..<100 { future = future.map { $0 + 1 } }
    promise.succeed(0)
    #expect(future.currentValue == 100)
  }

  @Test func theUpstreamFutureIsUnchanged() {
    let promise = Promise<Int, TestError>()
    let mapped = promise.future.map { _ -> Int in throw TestError.first }
    promise.succeed(1)
    #expect(mapped.currentError as? TestError == .first)
    #expect(promise.future.currentValue == 1)
  }

  @Test func runsTheClosureOnTheContext() {
    let manual = ManualContext()
    let promise = Promise<Int, TestError>()
    let mapped = promise.future.on(manual.context).map { $0 + 1 }
    #expect(manual.pendingCount == 0)
    promise.succeed(1)
    #expect(manual.pendingCount == 1)
    #expect(!mapped.isSettled)
    manual.runNext()
    #expect(mapped.currentValue == 2)
  }

  @Test func passesAFailureThroughTheContextToo() {
    let promise = Promise<Int, TestError>()
    let mapped = promise.future.on(.custom { $0() }).map { $0 + 1 }
    promise.fail(.second)
    #expect(mapped.currentError == .second)
  }

  @Test func mayBeCalledInsideACallbackOfTheSameFuture() {
    let promise = Promise<Int, TestError>()
    let future = promise.future
    let inner = Log<Int>()
    future.onSuccess { _ in
      future.map { $0 * 3 }.onSuccess { inner.add($0) }
    }
    promise.succeed(5)
    #expect(inner.all == [15])
  }

  @Test func anAsynchronousTransformOfAPendingFutureOfATypedErrorRunsOnceTheValueIsThere() async {
    let promise = Promise<Int, TestError>()
    let plain = promise.future.map { value in
      await Task.yield()
      return value + 1
    }
    let throwing = promise.future.map { value async throws -> Int in
      if value == 1 { throw TestError.third }
      return value
    }
    promise.succeed(1)
    #expect(await plain.result == .success(2))
    #expect(await throwing.result.failure as? TestError == .third)
    let failed = Promise<Int, TestError>()
    let after = failed.future.map { value in await Task { value }.value }
    failed.fail(.second)
    #expect(await after.result == .failure(.second))
  }

  /// An error type that cannot represent a broken promise leaves a future without an outcome.
  @Test func anAsynchronousTransformOfAnAbandonedFutureIsReleased() async throws {
    var promise: Promise<Int, TestError>? = Promise()
    let future = promise?.future
    let plain = captured { tracked in
      _ = future?.map { value in
        await Task.yield()
        tracked.touch()
        return value
      }
    }
    let throwing = captured { tracked in
      _ = future?.map { value async throws in
        try Task.checkCancellation()
        tracked.touch()
        return value
      }
    }
    promise = nil
    try await plain.goes()
    try await throwing.goes()
  }

  private func captured(_ capture: (Tracked) -> Void) -> WeakReference {
    let tracked = Tracked()
    capture(tracked)
    return WeakReference(tracked)
  }
}
