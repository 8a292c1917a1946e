import Futures
import Synchronization
import Testing

/// A closure of several lines that returns nothing is work without a value, although the same verb
/// also takes closures that return futures.
///
/// Most lines have their type from the context; those of `linesWithoutATypeFromTheContext` do not.
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
    #expect(await steps.number == 4)
  }

  @Test func limitedWork() async throws {
    let (steps, limit) = (Steps(), ConcurrencyLimit(1))
    let run: Future<Void, any Error> = limit.run {
      await steps.take()
      note()
    }
    try await run.value
    #expect(await steps.number == 1)
  }

  @Test func linesWithoutATypeFromTheContext() async throws {
    let (steps, limit) = (Steps(), ConcurrencyLimit(1))
    let all = [1, 2].traverse { _ in
      await steps.take()
      note()
    }
    #expect(await all.value.count == 2)
    let triedAll = [1, 2].traverse { _ in
      try await steps.tryToTake()
      note()
    }
    #expect(try await triedAll.value.count == 2)
    let run = limit.run {
      await steps.take()
      note()
    }
    await run.value
    let triedRun = limit.run {
      try await steps.tryToTake()
      note()
    }
    try await triedRun.value
    #expect(await steps.number == 6)
  }

  /// Closures that neither await nor return anything run, too.
  @Test func synchronousLinesWithoutATypeFromTheContext() async throws {
    let (count, limit) = (Count(), ConcurrencyLimit(1))
    let all = [1, 2].traverse { _ in
      count.add()
      note()
    }
    #expect(await all.value.count == 2)
    let run = limit.run {
      count.add()
      note()
    }
    await run.value
    #expect(count.number == 3)
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
    let value = try await withRetry(policy) {
      let attempt = RetryPolicy.currentAttempt
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
}

/// A future inside of another verb, or behind optional chaining, is waited for as well.
@Suite struct NestedFuturesTests {
  @Test func workInATimeLimitInAFuture() async throws {
    let timed = Future { try await withTimeout(.seconds(3_600)) { later(1) } }
    #expect(try await timed.value == 1)
    let retried = Future {
      try await withRetry(RetryPolicy(attempts: 3)) { flaky(RetryPolicy.currentAttempt) }
    }
    #expect(try await retried.value == 3)
    let limit = ConcurrencyLimit(1)
    let both = try await limit.withPermit {
      try await withTimeout(.seconds(3_600)) { later(2) }
    }
    #expect(both == 2)
  }

  @Test func aPermitInATraversal() async throws {
    let (limit, running) = (ConcurrencyLimit(1), Running())
    let all = [1, 2, 3].traverse { number in
      try await limit.withPermit { Future { await running.work(number) } }
    }
    #expect(try await all.value == [1, 2, 3])
    #expect(await running.most == 1)
  }

  @Test func optionalChaining() async throws {
    let owner = Owner()
    let hour = Duration.seconds(3_600)
    let none: Owner? = nil
    let nothing = Future { none?.load() }
    #expect(try await nothing.value == nil)
    let all = [1, 2].traverse { [weak owner] _ in owner?.load() }
    #expect(try await all.value == [1, 1])
    let timed = try await withTimeout(hour) { [weak owner] in owner?.load() }
    #expect(timed == 1)
    withExtendedLifetime(owner) {}
  }
}

/// Where a value does not matter, a future with one is waited for, although its result may be
/// dropped.
@Suite struct WorkWithoutValueTests {
  @Test func startedWorkEndsWithTheChain() async throws {
    try await ends { work, seen in Future { work.onSuccess { _ in seen.succeed() } } }
    try await ends { work, seen in
      Future {
        await Task.yield()
        return work.onSuccess { _ in seen.succeed() }
      }
    }
    let (latest, owner) = (Latest<Void, any Error>(), Owner())
    try await ends { work, seen in
      latest.debounce(.zero, for: owner) { _ in work.onSuccess { _ in seen.succeed() } }
    }
    try await ends { work, seen in latest.start { work.onSuccess { _ in seen.succeed() } } }
    try await ends { work, seen in
      latest.debounce(.zero) { work.onSuccess { _ in seen.succeed() } }
    }
  }

  private func ends(
    _ start: (Future<Int, any Error>, Promise<Void, Never>) -> Future<Void, any Error>
  ) async throws {
    let (work, seen) = (Promise<Int, any Error>(), Promise<Void, Never>())
    let result = start(work.future, seen)
    for _ in 0..<5 { await Task.yield() }
    #expect(!result.isSettled)
    work.succeed(1)
    try await result.value
    #expect(seen.future.isSettled)
  }
}

private struct Flaw: Error, Equatable {}

extension Result {
  nonisolated fileprivate var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}

private actor Steps {
  var number = 0

  func take() { number += 1 }
  func tryToTake() throws { number += 1 }
}

nonisolated private final class Count: Sendable {
  private let steps = Mutex(0)

  var number: Int { steps.withLock { $0 } }
  func add() { steps.withLock { $0 += 1 } }
}

nonisolated private let yes = true
nonisolated private func note() {}
private func fetch() async throws -> Int { 1 }
private func page() async throws -> Future<Int, any Error> { Future(value: 1) }
nonisolated private func later(_ number: Int) -> Future<Int, any Error> {
  Future {
    await Task.yield()
    return number
  }
}
nonisolated private func flaky(_ attempt: Int) -> Future<Int, any Error> {
  Future {
    await Task.yield()
    if attempt < 3 { throw Flaw() }
    return attempt
  }
}

/// How many pieces of work run at the same time.
private actor Running {
  private var count = 0
  var most = 0

  func work(_ number: Int) async -> Int {
    count += 1
    most = max(most, count)
    for _ in 0..<10 { await Task.yield() }
    count -= 1
    return number
  }
}

nonisolated private final class Owner: Sendable {
  func load() -> Future<Int, any Error> { later(1) }
}
