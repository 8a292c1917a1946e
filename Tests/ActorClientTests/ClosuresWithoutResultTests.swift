import Futures
import Testing

/// A closure of several lines that returns nothing is work without a value, although the same verb
/// also takes closures that return futures.
///
/// The compiler decides too late that a closure which it takes for one of the latter lacks its
/// `return`, so each line has its type from the context, where that could happen.
@Suite struct ClosuresWithoutResultTests {
  @Test func startedWork() async throws {
    let steps = Steps()
    let awaited: Future<Void, any Error> = Future {
      await steps.take()
      note()
    }
    try await awaited.value
    let unfailing: Future<Void, Never> = Future {
      await steps.take()
      note()
    }
    await unfailing.value
    let throwing: Future<Void, any Error> = Future {
      try await steps.tryToTake()
      note()
    }
    try await throwing.value
    let synchronous: Future<Void, Never> = Future {
      note()
      note()
    }
    await synchronous.value
    let elsewhere: Future<Void, any Error> = Future(on: .global()) {
      note()
      note()
    }
    try await elsewhere.value
    #expect(await steps.number == 3)
  }

  @Test func repeatedWork() async throws {
    let steps = Steps()
    let retried: Future<Void, any Error> = Future.retry { _ in
      await steps.take()
      note()
    }
    try await retried.value
    let all: Future<[Void], Never> = [1, 2].traverse { _ in
      await steps.take()
      note()
    }
    #expect(await all.value.count == 2)
    let mayFail: Future<[Void], any Error> = [1, 2].traverse { _ in
      await steps.take()
      note()
    }
    #expect(try await mayFail.value.count == 2)
    #expect(await steps.number == 5)
  }

  @Test func limitedWork() async throws {
    let (steps, limit) = (Steps(), ConcurrencyLimit(1))
    let run: Future<Void, any Error> = limit.run {
      await steps.take()
      note()
    }
    try await run.value
    let timed: Future<Void, any Error> = Future.timeout(.seconds(3_600)) {
      await steps.take()
      note()
    }
    try await timed.value
    #expect(await steps.number == 2)
  }

  @Test func races() async throws {
    let steps = Steps()
    let typeless = Future.race {
      await steps.take()
      note()
    } or: {
      await steps.take()
      note()
    }
    await typeless.value
    let mixed: Future<Void, any Error> = Future.race {
      await steps.take()
      note()
    } or: {
      try await steps.tryToTake()
      note()
    }
    try await mixed.value
    #expect(await steps.number > 1)
  }

  @Test func sharedWork() async throws {
    let steps = Steps()
    let latest = Latest<Void, any Error>()
    let started = latest.start {
      await steps.take()
      note()
    }
    try await started.value
    let paused = latest.debounce(.zero) {
      try await steps.tryToTake()
      note()
    }
    try await paused.value
    let loads = SharedLoads<Int, Void, any Error>()
    let loaded = loads.load(1) {
      try await steps.tryToTake()
      note()
    }
    try await loaded.value
    let once = SharedLoad<Void, Never>()
    let unfailing = once.load {
      await steps.take()
      note()
    }
    await unfailing.value
    #expect(await steps.number == 4)
  }

  @Test func cleaningUp() async {
    let steps = Steps()
    let cleaned = Future<Int, Never>(value: 1).finally {
      await steps.take()
      note()
    }
    #expect(await cleaned.value == 1)
    #expect(await steps.number == 1)
  }
}

/// Futures that closures of plain `async` functions return are waited for, too.
@Suite struct FuturesInAsyncFunctionsTests {
  @Test func aPermitIsHeldUntilTheFutureHasSettled() async throws {
    let limit = ConcurrencyLimit(1)
    let (begun, work) = (Promise<Void, Never>(), Promise<Int, any Error>())
    let first = Future { [future = work.future] in
      try await limit.withPermit {
        begun.succeed()
        return future
      }
    }
    await begun.future.value
    let second = limit.run { 2 }
    #expect(!second.isSettled)
    work.succeed(1)
    #expect(try await first.value == 1)
    #expect(await second.value == 2)
  }

  @Test func anAttemptFailsWithItsFuture() async throws {
    let attempts = Steps()
    let policy = RetryPolicy(attempts: 3, backoff: .none)
    let value = try await withRetry(policy) { attempt in
      await attempts.take()
      return attempt < 3 ? Future<Int, any Error>(error: Flaw()) : Future(value: attempt)
    }
    #expect(value == 3)
    #expect(await attempts.number == 3)
  }

  @Test func timeIsUpWhileTheFutureIsPending() async {
    let work = Promise<Int, Flaw>()
    await #expect(throws: TimeoutError.self) {
      try await withTimeout(.zero) { work.future }
    }
    let value = try? await withTimeout(.seconds(3_600)) { Future<Int, Never>(value: 1) }
    #expect(value == 1)
    work.succeed(1)
  }

  @Test func cleaningUpWaitsForItsFuture() async throws {
    let (begun, closed) = (Promise<Void, Never>(), Promise<Void, any Error>())
    let cleaned = Future<Int, Flaw>(value: 1).finally {
      begun.succeed()
      return closed.future
    }
    await begun.future.value
    #expect(!cleaned.isSettled)
    closed.fail(Flaw())
    #expect(try await cleaned.value == 1)
  }

  @Test func aLoopWaitsForFuturesWithValues() async throws {
    let steps = Steps()
    let work = Promise<Int, any Error>()
    let begun = Promise<Void, Never>()
    let loop = Future.repeatWhile {
      await steps.number < 1
    } _: { [future = work.future] in
      await steps.take()
      begun.succeed()
      return future
    }
    await begun.future.value
    #expect(!loop.isSettled)
    work.succeed(1)
    try await loop.value
    let elsewhere = Future.repeatWhile(on: .global()) {
      !yes
    } _: {
      Future<Int, Flaw>(value: 1)
    }
    try await elsewhere.value
  }
}

/// Contenders of two kinds.
@Suite struct MixedRaceTests {
  @Test func aRaceOfAValueAndAFutureMayThrow() async throws {
    let valueFirst = Future.race {
      try await fetch()
    } or: {
      try await page()
    }
    #expect(try await valueFirst.value == 1)
    let futureFirst = Future.race {
      try await page()
    } or: {
      try await fetch()
    }
    #expect(try await futureFirst.value == 1)
  }
}

private struct Flaw: Error, Equatable {}

private actor Steps {
  var number = 0

  func take() { number += 1 }
  func tryToTake() throws { number += 1 }
}

nonisolated private let yes = true
nonisolated private func note() {}
private func fetch() async throws -> Int { 1 }
private func page() async throws -> Future<Int, any Error> { Future(value: 1) }
