import Futures
import FuturesTesting
import TestSupport
import Testing

/// `ConcurrencyLimit.run` with asynchronous closures, whose tasks wait for their turns.
@Suite(.timeLimit(.minutes(10))) struct ConcurrencyLimitAsyncTests {
  private let limit = ConcurrencyLimit(1)
  private let gate = Promise<Void, Never>()

  @Test func callsStartInOrderAlsoBetweenThoseWithFutures() async throws {
    let order = Log<String>()
    let first = limit.run { [gate] in await gate.future.value }
    let second = limit.run {
      order.add("task")
      await Task.yield()
    }
    let third = limit.run { () -> Future<Void, Never> in
      order.add("future")
      return Future()
    }
    let fourth = limit.run { () async in order.add("last task") }
    #expect(limit.waitingCount == 3)
    gate.succeed()
    await first.value
    await second.value
    await third.value
    await fourth.value
    #expect(order.all == ["task", "future", "last task"])
    #expect(limit.waitingCount == 0)
  }

  @Test func aPermitIsHeldUntilTheFutureOfACancelledTaskSettles() async {
    let (begun, work) = (Promise<Void, Never>(), Promise<Int, any Error>())
    let call = Task {
      try await limit.withPermit {
        begun.succeed()
        return work.future
      }
    }
    await begun.future.value
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(limit.runningCount == 1)
    let next = limit.run { Future<Int, Never>(value: 2) }
    #expect(!next.isSettled)
    work.succeed(1)
    #expect(next.isSettled)
    #expect(limit.runningCount == 0)
  }

  @Test func aCallThatIsCancelledLeavesTheLineAtOnce() async throws {
    let calls = Counter()
    let first = limit.run { [gate] in await gate.future.value }
    let second = limit.run { () async throws in _ = calls.add() }
    let source = CancellationSource()
    let third = limit.run(cancellation: source.token) { () async throws in _ = calls.add() }
    #expect(limit.waitingCount == 2)
    second.cancel()
    #expect(limit.waitingCount == 1)
    source.cancel()
    #expect(limit.waitingCount == 0)
    #expect(second.currentError is CancellationError)
    #expect(third.currentError is CancellationError)
    gate.succeed()
    await first.value
    try await limit.run { () async throws in }.value
    #expect(calls.value == 0)
  }

  @Test func aCallThatCannotBeCancelledHasItsTurnInACancelledScope() async {
    let first = limit.run { [gate] in await gate.future.value }
    let (scope, turn) = (CancellationSource(), Promise<Bool, Never>())
    withCancellationScope(linkedTo: scope.token) { [limit] in
      limit.run { () async in turn.succeed(CancellationToken.current.isCancelled) }.asVoid()
    }
    .ignoringFailure()
    scope.cancel()
    #expect(limit.waitingCount == 1)
    gate.succeed()
    await first.value
    #expect(await turn.future.value)
  }

  @Test func aPlaceIsGivenUpWhenTheWorkHasReturned() async throws {
    let (begun, ended) = (Promise<Void, Never>(), Promise<Int, Never>())
    let first = limit.run { [gate, limit] () async throws in
      begun.succeed()
      await gate.future.value
      ended.succeed(limit.waitingCount)
    }
    await begun.future.value
    let second = limit.run { () async throws -> Int in 2 }
    first.cancel()
    #expect(first.currentError is CancellationError)
    #expect(limit.runningCount == 1)
    gate.succeed()
    #expect(await ended.future.value == 1)
    #expect(try await second.value == 2)
  }

  @Test func aTokenThatWasCancelledBeforeStartsNothing() {
    let source = CancellationSource()
    source.cancel()
    let calls = Counter()
    let call = limit.run(cancellation: source.token) { () async throws in _ = calls.add() }
    #expect(call.currentError is CancellationError)
    #expect(limit.runningCount == 0)
    #expect(calls.value == 0)
  }

  @Test func observersOfTheOutcomeAreNotInACancelledTask() async throws {
    let seen = Promise<Bool, Never>()
    let call = limit.run { [gate] () async throws -> Int in
      await gate.future.value
      return 1
    }
    call.onSuccess { _ in seen.succeed(Task.isCancelled) }
    gate.succeed()
    #expect(try await call.value == 1)
    #expect(await !seen.future.value)
  }

  /// Runs many tasks, every third of which is cancelled, under a limit of four.
  @Test func noMoreThanAllowedRunAtATime() async {
    let limit = ConcurrencyLimit(4)
    let (running, most) = (Counter(), Log<Int>())
    let calls = (0..<300)
      .map { _ in
        limit.run { () async throws in
          most.add(running.add())
          await Task.yield()
          running.add(-1)
        }
      }
    for index in stride(from: 0, to: 300, by: 3) { calls[index].cancel() }
    for call in calls { _ = await call.result }
    while limit.runningCount > 0 { await Task.yield() }
    #expect(most.all.allSatisfy { $0 <= 4 })
    #expect(limit.waitingCount == 0)
  }
}
