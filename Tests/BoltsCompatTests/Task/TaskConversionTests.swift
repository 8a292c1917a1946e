import BoltsCompat
import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct TaskConversionTests {
  // MARK: Futures

  @Test func aTaskOfAFutureEndsAsTheFutureDoes() {
    let promise = Promise<Int, any Error>()
    let task = BFTask(future: promise.future)
    #expect(task.ending == .pending)
    promise.succeed(4)
    #expect(task.result == 4)
    #expect(
      BFTask(future: Future<Int, any Error>(error: TestError.first)).ending == .error("first")
    )
    #expect(BFTask(future: Future<Int, any Error>(error: CancellationError())).ending == .cancelled)
  }

  @Test func aTaskOfATypedFutureEndsAsTheFutureDoes() {
    #expect(BFTask(future: Future<Int, TestError>(error: .second)).error as? TestError == .second)
    #expect(BFTask(future: Future<Int, Never>(value: 4)).result == 4)
    #expect(BFTask(future: Future<Int, StoppableError>(error: .stopped)).ending == .cancelled)
  }

  @Test func theFutureOfATaskFailsWithTheErrorOrTheCancellation() {
    #expect(BFTask(4).future.currentValue == 4)
    #expect(BFTask<Int>(error: TestError.first).future.currentError as? TestError == .first)
    #expect(BFTask<Int>.cancelledTask().future.currentError is CancellationError)
  }

  @Test func thereAndBackIsTheSameWork() {
    let source = BFTaskCompletionSource<Int>()
    let task = BFTask(future: source.task.future.map { $0 + 1 })
    source.set(result: 1)
    #expect(task.result == 2)
  }

  // MARK: async/await

  @Test func getReturnsTheResult() async throws {
    let source = BFTaskCompletionSource<Int>()
    async let result = source.task.get()
    source.set(result: 4)
    #expect(try await result == 4)
  }

  @Test func getThrowsTheErrorOrTheCancellation() async {
    await #expect(throws: TestError.first) { try await Outcome.error.task.get() }
    await #expect(throws: CancelledError.self) { try await Outcome.cancellation.task.get() }
  }

  @Test func cancellingTheTaskThatAwaitsLeavesThisOneAlone() async {
    let source = BFTaskCompletionSource<Int>()
    let waiting = Task { try await source.task.get() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(source.trySet(result: 3))
  }

  @Test func aTaskOfAnAsyncClosureEndsWithWhatItReturns() async throws {
    let value = try await BFTask(operation: { try await BFTask(3).get() + 1 }).get()
    #expect(value == 4)
    let failed = BFTask<Int>(operation: { () async throws -> Int in throw TestError.first })
    await #expect(throws: TestError.first) { try await failed.get() }
  }

  @Test(arguments: [TaskPriority.background, .high])
  func aTaskOfAnAsyncClosureHasThePriority(_ priority: TaskPriority) async throws {
    let task = BFTask(priority: priority) { Task.basePriority }
    #expect(try await task.get() == priority)
  }

  @Test func aTaskOfAnAsyncClosureCanBeWrittenWithATrailingClosure() async throws {
    let task = BFTask { try await BFTask(3).get() }
    #expect(try await task.get() == 3)
  }

  @Test func anAsyncClosureIsCancelledThroughItsToken() async {
    let source = BFCancellationTokenSource()
    let started = BFTaskCompletionSource<Void>()
    let ended = BFTaskCompletionSource<Bool>()
    let task = BFTask<Int>(cancellationToken: source.token) {
      started.set(result: ())
      let never = BFTaskCompletionSource<Int>()
      defer {
        ended.set(result: Task.isCancelled)
        never.set(result: 0)
      }
      return try await never.task.get()
    }
    try? await started.task.get()
    source.cancel()
    #expect(task.ending == .cancelled)
    #expect((try? await ended.task.get()) == true)
  }
}
