import Futures
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct FutureFromAsyncTests {
  /// A trailing closure could also be the value of `Future(value:)`.
  @Test func aClosureIsWorkAndNoValue() async throws {
    @Sendable func half(_ number: Int) async throws -> Int { number / 2 }
    let start = Future<Int, any Error>(value: 40)
    let chained = start.flatMap { number in Future { try await half(number) } }
    let recovered = start.flatMapError { _ in Future { try await half(1) } }
    let traversed = [2, 4].traverse { number in Future { try await half(number) } }
    let pair = zip(chained, Future { try await half(4) })
    #expect(try await chained.value == 20)
    #expect(try await recovered.value == 40)
    #expect(try await traversed.value == [1, 2])
    #expect(try await pair.value == (20, 2))
  }

  @Test func givesWhatTheClosureReturns() async throws {
    let future = Future<Int, any Error> { () async throws -> Int in
      await Task.yield()
      return 4
    }
    #expect(try await future.value == 4)
  }

  @Test func theErrorTypeIsTheOneTheClosureThrows() async {
    let future = Future<Int, TestError>(operation: { () async throws(TestError) -> Int in
      throw .second
    })
    #expect(await future.result == .failure(.second))
  }

  @Test func cancellingTheFutureSettlesItAndCancelsTheTask() async throws {
    let work = Work()
    let future = Future<Int, any Error>(operation: { () async throws -> Int in await work.run() })
    await work.started.future.value
    #expect(future.cancel())
    #expect(future.currentError is CancellationError)
    try await work.cancellation()
    work.end()
    #expect(future.currentError is CancellationError)
  }

  @Test func cancellingTheTokenSettlesTheFutureAndCancelsTheTask() async throws {
    let source = CancellationSource()
    let work = Work()
    let future = Future<Int, any Error>(
      cancellation: source.token,
      operation: { () async throws -> Int in await work.run() }
    )
    await work.started.future.value
    source.cancel()
    #expect(future.currentError is CancellationError)
    try await work.cancellation()
    work.end()
    #expect(future.currentError is CancellationError)
  }

  @Test func theTokenCancelsTheTaskEvenIfTheErrorTypeCannotHoldCancellation() async throws {
    let source = CancellationSource()
    let work = Work()
    let future = Future<Int, Never>(
      cancellation: source.token,
      operation: { () async -> Int in await work.run() }
    )
    await work.started.future.value
    source.cancel()
    try await work.cancellation()
    #expect(!future.isSettled)
    work.end()
  }

  @Test func atTheEndOfTheFutureNothingIsCancelled() async throws {
    let source = CancellationSource()
    let work = Work()
    let future = Future<Int, any Error>(
      cancellation: source.token,
      operation: { () async throws -> Int in await work.run() }
    )
    await work.started.future.value
    work.end()
    #expect(try await future.value == 1)
    source.cancel()
    #expect(!work.isCancelled)
  }

  @Test func aTokenThatWasCancelledBeforeCancelsAtOnce() {
    let source = CancellationSource()
    source.cancel()
    let future = Future<Int, any Error>(
      cancellation: source.token,
      operation: { () async throws -> Int in
        try Task.checkCancellation()
        return 1
      }
    )
    #expect(future.currentError is CancellationError)
  }

  @Test func aTokenThatWasCancelledBeforeReleasesTheClosureWithoutRunningIt() {
    let source = CancellationSource()
    source.cancel()
    let gate = Promise<Void, Never>()
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let future = Future<Int, any Error>(
        cancellation: source.token,
        operation: { () async throws -> Int in
          await gate.future.value
          tracked.touch()
          return 1
        }
      )
      #expect(future.currentError is CancellationError)
    }
    #expect(reference.isGone)
    gate.succeed()
  }

  @Test func cancellingADerivedFutureLeavesTheTaskAlone() async throws {
    let gate = Promise<Void, Never>()
    let future = Future<Int, any Error>(operation: { () async throws -> Int in
      await gate.future.value
      return Task.isCancelled ? 0 : 1
    })
    #expect(future.map { $0 }.cancel())
    gate.succeed()
    #expect(try await future.value == 1)
  }

  @Test func thePriorityReachesTheTask() async throws {
    let future = Future<TaskPriority, Never>(
      priority: .background,
      operation: { () async -> TaskPriority in Task.basePriority ?? .high }
    )
    #expect(await future.value == .background)
  }

  @MainActor
  @Test func theClosureRunsWhereItIsWritten() async throws {
    let onMainActor = Future<Bool, Never>(operation: { () async -> Bool in
      #isolation === MainActor.shared
    })
    #expect(await onMainActor.value)
    nonisolated func start() -> Future<Bool, Never> {
      Future(operation: { () async -> Bool in #isolation == nil })
    }
    #expect(await start().value)
  }

  @Test func theClosureIsReleasedWhenItIsDone() async throws {
    var tracked: Tracked? = Tracked()
    let reference = WeakReference(tracked!)
    let gate = Promise<Void, Never>()
    let future = Future<Int, any Error>(operation: { [tracked] () async throws -> Int in
      await gate.future.value
      tracked?.touch()
      return 1
    })
    tracked = nil
    gate.succeed()
    _ = try await future.value
    // The task settles the future inside the operation's scope and ends right after.
    try await reference.goes()
  }
}

/// Work of a task that continues when the task is cancelled, and only records it.
private final class Work: Sendable {
  let started = Promise<Void, Never>()
  private let cancelled = Promise<Void, any Error>()
  private let ended = Promise<Void, Never>()

  var isCancelled: Bool { cancelled.future.isSettled }

  func run() async -> Int {
    await withTaskCancellationHandler {
      started.succeed()
      await ended.future.value
    } onCancel: {
      cancelled.succeed()
    }
    return 1
  }

  func end() { ended.succeed() }

  /// Waits for the cancellation of the task, and fails after a minute.
  func cancellation() async throws { try await cancelled.future.timeout(.seconds(600)).value }
}
