@testable import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct FutureAsyncTests {
  @Test func getGivesTheValueOfASettledFuture() async throws {
    #expect(try await Future<Int, any Error>(value: 1).value == 1)
  }

  @Test func getNeedsNoTryForAFutureThatCannotFail() async {
    #expect(await Future<Int, Never>(value: 2).value == 2)
  }

  @Test func getThrowsTheTypedError() async {
    do throws(TestError) {
      _ = try await Future<Int, TestError>(error: .second).value
      Issue.record("a failed future gave a value")
    } catch {
      #expect(error == .second)
    }
  }

  @Test func getWaitsForAPendingFuture() async throws {
    let promise = Promise<Int, TestError>()
    async let value = promise.future.value
    promise.succeed(3)
    #expect(try await value == 3)
  }

  @Test func getThrowsWhenThePendingFutureFails() async {
    let promise = Promise<Int, TestError>()
    let waiting = Task { try await promise.future.value }
    promise.fail(.third)
    await #expect(throws: TestError.third) { try await waiting.value }
  }

  @Test func getThrowsWhenThePromiseIsDropped() async {
    let future: Future<Int, any Error>
    do { future = Promise<Int, any Error>().future }
    await #expect(throws: BrokenPromise.self) { try await future.value }
  }

  @Test func manyTasksMayWaitForOneFuture() async throws {
    let promise = Promise<Int, TestError>()
    let future = promise.future
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { try await future.value } }
      promise.succeed(5)
      return try await group.reduce(0, +)
    }
    #expect(sum == 100)
  }

  @Test func cancellingTheAwaitingTaskEndsTheWaitAndNotTheFuture() async throws {
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let waiting = Task { try await future.value }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(!future.isSettled)
    promise.succeed(1)
    #expect(try await future.value == 1)
  }

  @Test func aTaskThatWasCancelledBeforeItWaitsDoesNotWait() async {
    let future = Future<Int, any Error>.never
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await future.value
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// As that of a task that is cancelled while it waits.
  @Test(arguments: [false, true])
  func aFailureAfterTheWaitOfACancelledTaskCountsAsObserved(_ isDerived: Bool) async {
    struct Late: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Late }
    await recorder.record {
      let promise = Promise<Int, any Error>()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        let future = isDerived ? promise.future.map { $0 + 1 } : promise.future
        return try await future.value
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      promise.fail(Late())
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func aCancelledTaskStillGetsTheValueOfASettledFuture() async throws {
    let future = Future<Int, any Error>(value: 6)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await future.value
    }
    task.cancel()
    #expect(try await task.value == 6)
  }

  @Test func theTypedCancellationErrorIsThrownToACancelledTask() async {
    let future = Future<Int, StoppableError>.never
    let task = Task { try await future.value }
    task.cancel()
    await #expect(throws: StoppableError.stopped) { try await task.value }
  }

  @Test func aTaskKeepsWaitingWhereTheErrorTypeCannotHoldCancellation() async throws {
    let promise = Promise<Int, TestError>()
    let future = promise.future
    let task = Task { try await future.value }
    task.cancel()
    promise.succeed(8)
    #expect(try await task.value == 8)
  }

  @Test func resultGivesEitherOutcome() async {
    #expect(await Future<Int, TestError>(value: 1).result == .success(1))
    #expect(await Future<Int, TestError>(error: .first).result == .failure(.first))
    let promise = Promise<Int, TestError>()
    async let outcome = promise.future.result
    promise.fail(.second)
    #expect(await outcome == .failure(.second))
  }

  @Test func cancellingTheTaskEndsTheWaitForTheResult() async {
    let never = Future<Int, any Error>.never
    let task = Task { await never.result }
    task.cancel()
    guard case .success(.failure(let error)) = await task.result else {
      Issue.record("has waited")
      return
    }
    #expect(error is CancellationError)
    #expect(!never.isSettled)
  }

  @Test func cancellingTheTaskDoesNotEndAWaitThatCannotFail() async {
    let promise = Promise<Int, Never>()
    let task = Task { await promise.future.result }
    task.cancel()
    promise.succeed(4)
    #expect(await task.value == .success(4))
  }

  @Test func aTaskThatAwaitsAFutureWithoutAnOutcomeSleeps() async {
    let abandoned = Promise<Int, TestError>().future
    let executor = StepwiseExecutor()
    let isAwake = Box(false)
    let task = Task(executorPreference: executor) {
      await abandoned.cell.wait(heedingCancellation: true)
      isAwake.value = true
    }
    executor.runAll()
    #expect(!isAwake.value)
    task.cancel()
    executor.runAll()
    #expect(isAwake.value)
    await task.value
  }

  @MainActor
  @Test func getReturnsToTheActorOfTheCaller() async throws {
    let promise = Promise<Int, TestError>()
    let future = promise.future
    Task.detached { promise.succeed(1) }
    _ = try await future.value
    MainActor.assertIsolated()
  }
}
