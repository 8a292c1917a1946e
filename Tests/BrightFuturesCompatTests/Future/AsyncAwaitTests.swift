import BrightFuturesCompat
import Dispatch
import struct Futures.Diagnostic
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct AsyncAwaitTests {
  @Test func getGivesTheValueOrThrowsTheError() async throws {
    let promise = Promise<Int, Oops>()
    DispatchQueue.global().async { promise.success(1) }
    #expect(try await promise.future.get() == 1)
    await #expect(throws: Oops.second) { try await Future<Int, Oops>(error: .second).get() }
  }

  @Test func theFutureUnderneathThrowsItsErrorType() async {
    do throws(Oops) {
      _ = try await Future<Int, Oops>(error: .second).future.value
      Issue.record("it did not throw")
    } catch {
      #expect(error == .second)
    }
  }

  @Test func aFutureThatCannotFailNeedsNoTry() async {
    #expect(await Future<Int, Never>(value: 1, delay: .milliseconds(1)).get() == 1)
    #expect(await Async(result: 2).get() == 2)
  }

  @Test func cancellingTheTaskStopsTheWaitingOnly() async {
    let promise = Promise<Int, any Error>()
    let task = Task { try await promise.future.get() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!promise.future.isCompleted)
    promise.success(1)
    #expect(promise.future.value == 1)
  }

  @Test(arguments: [TaskPriority.background, .high])
  func aFutureOfAnAsynchronousClosureHasThePriority(_ priority: TaskPriority) async throws {
    let future = Future<TaskPriority?, any Error>(priority: priority) { Task.basePriority }
    #expect(try await future.get() == priority)
  }

  @Test func aFutureOfAnAsynchronousClosure() async throws {
    let good = Future<Int, any Error> {
      await Task.yield()
      return 3
    }
    #expect(try await good.get() == 3)
    let bad = Future<Int, Oops> { () async throws(Oops) in throw .first }
    await #expect(throws: Oops.first) { try await bad.get() }
  }

  @Test func aFutureWhoseErrorTypeHoldsCancellationCanBeCancelled() async {
    let stopped = Promise<Void, Never>()
    let future = Future<Int, any Error> {
      await withTaskCancellationHandler {
        while !Task.isCancelled { await Task.yield() }
      } onCancel: {
        stopped.success(())
      }
      return 1
    }
    #expect(future.cancel())
    #expect(future.error is CancellationError)
    await stopped.future.get()
    #expect(Promise<Int, BrightFuturesError<Oops>>().future.cancel() == false)
    let promise = Promise<Int, BrightFuturesError<Oops>>()
    #expect(promise.future.cancel())
    #expect(promise.future.error == .invalidationTokenInvalidated)
  }
}
