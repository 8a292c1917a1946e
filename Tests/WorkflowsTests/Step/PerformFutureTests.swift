import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// A closure that returns a future stands for its value, in every form of a step.
@Suite struct PerformFutureTests {
  @Test func aStepWaitsForTheFutureOfItsClosure() async throws {
    let (begun, work) = (Promise<Void, Never>(), Promise<Int, Failure>())
    let workflow = Workflow("sum") {
      Perform { [future = work.future] (_: Int) in
        begun.succeed()
        return future
      }
      Perform { (number: Int) in number + 1 }
    }
    let run = workflow.start(1)
    await begun.future.value
    #expect(!run.isSettled)
    work.succeed(2)
    #expect(try await run.value == 3)
  }

  @Test func everyFormIsFlattened() async throws {
    let workflow = Workflow("forms") {
      Perform { (number: Int) in next(number) }
      Perform { (number: Int) in await later(number) }
      Perform(on: .global()) { (number: Int) in next(number) }
      Perform(on: .global()) { (number: Int) in await later(number) }
      Perform.withContext { (number: Int, _: StepContext) in next(number) }
    }
    let chain: Workflow<Int, Int> =
      workflow
      .then { next($0) }
      .then { number in
        if number < 0 { return next(0) }
        await Task.yield()
        return next(number)
      }
      .then(Perform(on: .global()) { (number: Int) in next(number) })
      .then(Perform(on: .global()) { (number: Int) in await later(number) })
      .then(Perform.withContext { (number: Int, _: StepContext) in next(number) })
    #expect(try await chain(0) == 10)
  }

  @Test func whatTheFutureFailsWithFailsTheStep() async {
    let step = Perform { (_: Int) in Future<Int, Failure>(error: Failure()) }
    await #expect(throws: Failure.self) { try await step.then { $0 }(1) }
  }

  @Test func eachAttemptWaitsForItsFuture() async throws {
    let attempts = Log<Int>()
    let step = Perform { (number: Int) in
      attempts.add(number)
      return attempts.count < 3
        ? Future<Int, any Error>(error: Failure()) : Future(value: number)
    }
    let workflow = Workflow("tries") { step.retry(RetryPolicy(attempts: 3, backoff: .none)) }
    #expect(try await workflow(7) == 7)
    #expect(attempts.all == [7, 7, 7])
  }

  @Test func aTimeLimitEndsWhatTheClosureHasStartedAndNothingElse() async throws {
    let clock = ManualClock()
    let (begun, stopped) = (Promise<Void, Never>(), Promise<Void, Never>())
    let shared = Promise<Int, any Error>()
    let workflow = Workflow("limited") {
      Perform { [future = shared.future] (_: Int) in
        _ = Future { () async throws in
          begun.succeed()
          while !Task.isCancelled { await Task.yield() }
          stopped.succeed()
        }
        return future
      }
      .timeout(.seconds(1), clock: clock)
    }
    let run = workflow.start(1)
    await begun.future.value
    clock.advance(by: .seconds(1))
    #expect(await run.result.failure is TimeoutError)
    await stopped.future.value
    #expect(!shared.future.isSettled)
    shared.succeed(1)
  }

  /// The compensation starts its work with a function whose result is discardable.
  @Test func aCompensationAndALastStepWaitForTheirFutures() async throws {
    let log = Log<String>()
    @Sendable @discardableResult func undo(_ name: String) -> Future<Void, any Error> {
      Future {
        for _ in 0..<10 { await Task.yield() }
        log.add(name)
      }
    }
    let workflow = Workflow("order") {
      Perform("reserve") { (number: Int) in number }
        .compensate { _ in undo("release") }
        .finally { _ in undo("close") }
      Perform("charge") { (_: Int) async throws -> Int in throw Failure() }
    }
    let run = workflow.start(1)
    #expect(await run.result.failure is Failure)
    #expect(log.all == ["close", "release"])
  }

  @Test func verbsWaitForTheRunsThatTheirClosuresStart() async throws {
    let workflow = Workflow("next") { Perform { (number: Int) in await later(number) } }
    let all = [1, 2].traverse { workflow.start($0) }
    #expect(try await all.value == [2, 3])
    let timed = try await withTimeout(.seconds(3_600)) { workflow.start(5) }
    #expect(timed == 6)
    let limited: Future<Int, any Error> = ConcurrencyLimit(1).run { workflow.start(6) }
    #expect(try await limited.value == 7)
  }

  @Test func aClosureThatReturnsNothingIsAStepWithoutAValue() async throws {
    let log = Log<Int>()
    let workflow: Workflow<Int, Void> = Workflow("silent") {
      Perform { (number: Int) in
        await Task.yield()
        log.add(number)
      }
    }
    try await workflow(5)
    #expect(log.all == [5])
  }
}

@Sendable private func next(_ number: Int) -> Future<Int, any Error> { Future(value: number + 1) }
@Sendable private func later(_ number: Int) async -> Future<Int, Never> {
  Future(value: number + 1)
}

private struct Failure: Error {}
