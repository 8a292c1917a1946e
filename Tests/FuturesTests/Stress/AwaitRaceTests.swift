@testable import Futures
import Testing
import TestSupport

/// Tasks that wait for a future are resumed exactly once, whatever happens at the same time.
@Suite(.serialized) struct AwaitRaceTests {
  private let rounds = StressSize.rounds / 10

  @Test func completionAgainstAwait() async throws {
    for round in 0..<rounds {
      let promise = Promise<Int, any Error>()
      async let value = promise.future.value
      async let won = complete(promise, with: round)
      #expect(try await value == round)
      #expect(await won)
    }
  }

  @Test func completionAgainstCancellationOfTheWaitingTask() async {
    var values = 0
    var cancellations = 0
    for round in 0..<rounds {
      let promise = Promise<Int, any Error>()
      let waiting = Task { try await promise.future.value }
      async let won = complete(promise, with: round)
      waiting.cancel()
      switch await waiting.result {
      case .success(round): values += 1
      case .failure(is CancellationError): cancellations += 1
      default: Issue.record("neither the value nor the cancellation")
      }
      #expect(await won)
      #expect(promise.future.currentValue == round)
    }
    #expect(values + cancellations == rounds)
  }

  @Test func theBeginningOfAWaitAgainstItsCancellation() async {
    let rounds = StressSize.rounds
    let never = Promise<Int, any Error>()
    let ends = Counter()
    let executors = Rounds(rounds) { StepwiseExecutor() }
    let waiters = Rounds(rounds) { TaskWaiter() }
    for round in 0..<rounds {
      let waiter = waiters[round]
      Task(executorPreference: executors[round]) {
        await withUnsafeContinuation { waiter.resume($0, after: never.future.cell) }
        ends.add()
      }
    }
    await race(rounds: rounds) { round in
      executors[round].runAll()
    } _: { round in
      let waiter = waiters[round]
      // The delay grows from round to round, so that the cancellation meets every stage.
      for _ in 0..<(round % 32) { ends.add(0) }
      waiter.cancel(never.future.cell)
    }
    for round in 0..<rounds { executors[round].runAll() }
    #expect(ends.value == rounds)
  }

  @Test func manyTasksWaitAndSomeGiveUp() async {
    for round in 0..<(rounds / 50) {
      let promise = Promise<Int, any Error>()
      let tasks = (0..<40).map { _ in Task { try await promise.future.value } }
      for task in tasks.prefix(20) { task.cancel() }
      async let won = complete(promise, with: round)
      for task in tasks.dropFirst(20) {
        #expect((try? await task.value) == round)
      }
      for task in tasks.prefix(20) { _ = await task.result }
      #expect(await won)
    }
  }

  @Test func aFutureOfATaskAgainstItsCancellation() async {
    for round in 0..<rounds {
      let future = Future<Int, any Error> {
        await Task.yield()
        return round
      }
      async let cancelled = cancel(future)
      let outcome = await future.result
      switch (outcome, await cancelled) {
      case (.success(round), false), (.failure(is CancellationError), true): break
      default: Issue.record("\(outcome) does not fit the answer of cancel()")
      }
    }
  }

  private nonisolated func complete(
    _ promise: Promise<Int, any Error>,
    with value: Int
  ) async -> Bool { promise.succeed(value) }

  private nonisolated func cancel(_ future: Future<Int, any Error>) async -> Bool {
    future.cancel()
  }
}
