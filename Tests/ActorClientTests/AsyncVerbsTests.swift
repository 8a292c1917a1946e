import Futures
import Testing

/// Verbs that start work take closures as they come to mind.
///
/// A closure returns a value or a future, awaits or does not, throws or does not, has one line or
/// several. What it returns as a future is flattened, and no line needs a type annotation.
///
/// The second and the third argument of `expect` have to be the types of the future.
@Suite struct AsyncVerbsTests {
  // MARK: Closures that return values

  @Test func recoverTakesAsyncClosures() async {
    await expect(broken().recover { _ in try await fetch() }, Int.self, (any Error).self, is: 1)
    await expect(broken().recover { _ in await calm() }, Int.self, Never.self, is: 1)
    await expect(flawed().recover { _ in await calm() }, Int.self, Never.self, is: 1)
    await expect(flawed().recover { _ in try await fetch() }, Int.self, (any Error).self, is: 1)
    let longer = broken().recover { error in
      if error is Flaw { return await calm() }
      return try await fetch()
    }
    await expect(longer, Int.self, (any Error).self, is: 1)
    let typed = broken().recover { _ async throws(Flaw) in try await strict() }
    await expect(typed, Int.self, Flaw.self, is: 1)
    await expect(broken().recover { _ in 2 }, Int.self, Never.self, is: 2)
    await expect(broken().recover { _ in try compute() }, Int.self, (any Error).self, is: 1)
  }

  @Test func pausesOfAnOwner() async {
    let (latest, owner) = (Latest<Int, any Error>(), Left(1))
    let value = latest.debounce(.zero, for: owner) { _ in try await fetch() }
    await expect(value, Int.self, (any Error).self, is: 1)
    let longer = latest.debounce(.zero, for: owner) { left in
      try await left.take()
      return await left.hasMore ? 2 : 1
    }
    await expect(longer, Int.self, (any Error).self, is: 1)
    let checks = Latest<Int, Flaw>()
    let typed = checks.debounce(.zero, for: owner) { _ async throws(Flaw) in try await strict() }
    await expect(typed, Int.self, Flaw.self, is: 1)
  }

  // MARK: Closures that return futures

  @Test func elementsAreFlattened() async {
    await expect([1].traverse { _ in await pages() }, [Int].self, (any Error).self, is: [1])
    await expect([1].traverse { _ in await counts() }, [Int].self, Never.self, is: [1])
    await expect([1].traverse { _ in await checks() }, [Int].self, Flaw.self, is: [1])
    await expect([1].traverse { _ in try await tried() }, [Int].self, (any Error).self, is: [1])
    let check = [1].traverse { _ in try await triedCheck() }
    await expect(check, [Int].self, (any Error).self, is: [1])
    let several = [1].traverse { number in
      note(await calm())
      return page().map { $0 + number }
    }
    await expect(several, [Int].self, (any Error).self, is: [2])
    let throwing = [1].traverse { _ in
      note(try await fetch())
      return checked()
    }
    await expect(throwing, [Int].self, (any Error).self, is: [1])
    let synchronous = [1].traverse { _ in
      note(try compute())
      return checked()
    }
    await expect(synchronous, [Int].self, (any Error).self, is: [1])
  }

  @Test func limitsAreFlattened() async {
    let limit = ConcurrencyLimit(1)
    await expect(limit.run { await pages() }, Int.self, (any Error).self, is: 1)
    await expect(limit.run { await counts() }, Int.self, Never.self, is: 1)
    await expect(limit.run { try await triedCheck() }, Int.self, (any Error).self, is: 1)
    let several = limit.run {
      note(try await fetch())
      return page()
    }
    await expect(several, Int.self, (any Error).self, is: 1)
    let synchronous = limit.run {
      note(try compute())
      return checked()
    }
    await expect(synchronous, Int.self, (any Error).self, is: 1)
  }

  @Test func aTimeLimitTakesEveryFormOfWork() async throws {
    let hour = Duration.seconds(3_600)
    let value = try await withTimeout(hour) { try await fetch() }
    let calmly = try await withTimeout(hour) { await calm() }
    let ofFuture = try await withTimeout(hour) { page() }
    let ofTyped = try await withTimeout(hour) { await checks() }
    let several = try await withTimeout(hour) {
      note(try await fetch())
      return checked()
    }
    #expect([value, calmly, ofFuture, ofTyped, several] == [1, 1, 1, 1, 1])
  }

  @Test func aRetryTakesEveryFormOfWork() async throws {
    let value = try await withRetry { try await fetch() }
    let calmly = try await withRetry { await calm() }
    let ofFuture = try await withRetry { page() }
    let ofTyped = try await withRetry { await checks() }
    let several = try await withRetry {
      note(try await fetch())
      return checked()
    }
    #expect([value, calmly, ofFuture, ofTyped, several] == [1, 1, 1, 1, 1])
  }

  @Test func aRaceTakesEveryFormOfWork() async throws {
    let value = try await withRace {
      try await fetch()
    } or: {
      try await fetch()
    }
    let mixed = try await withRace {
      await calm()
    } or: {
      try await page().value
    }
    let ofFutures = try await withRace {
      page()
    } or: {
      await pages()
    }
    let several = try await withRace {
      note(try await fetch())
      return checked()
    } or: {
      checked()
    }
    #expect([value, mixed, ofFutures, several] == [1, 1, 1, 1])
  }

  @Test func sharedWorkIsFlattened() async {
    let latest = Latest<Int, any Error>()
    await expect(latest.start { await pages() }, Int.self, (any Error).self, is: 1)
    await expect(latest.start { try await tried() }, Int.self, (any Error).self, is: 1)
    await expect(latest.debounce(.zero) { await pages() }, Int.self, (any Error).self, is: 1)
    let started = latest.start {
      note(try await fetch())
      return page()
    }
    await expect(started, Int.self, (any Error).self, is: 1)
    let paused = latest.debounce(.zero) {
      note(try await fetch())
      return page()
    }
    await expect(paused, Int.self, (any Error).self, is: 1)
    let owner = Left(1)
    let owned = latest.debounce(.zero, for: owner) { _ in await pages() }
    await expect(owned, Int.self, (any Error).self, is: 1)
    let synchronous = latest.debounce(.zero, for: owner) { _ in page() }
    await expect(synchronous, Int.self, (any Error).self, is: 1)
    let longer = latest.debounce(.zero, for: owner) { left in
      try await left.take()
      return page()
    }
    await expect(longer, Int.self, (any Error).self, is: 1)
    let loads = SharedLoads<Int, Int, any Error>()
    await expect(loads.load(1) { await pages() }, Int.self, (any Error).self, is: 1)
    let loaded = loads.load(2) {
      note(try await fetch())
      return page()
    }
    await expect(loaded, Int.self, (any Error).self, is: 1)
    let load = SharedLoad<Int, any Error>()
    let once = load.load {
      note(try await fetch())
      return page()
    }
    await expect(once, Int.self, (any Error).self, is: 1)
    let checkedLoads = SharedLoads<Int, Int, Flaw>()
    await expect(checkedLoads.load(1) { await checks() }, Int.self, Flaw.self, is: 1)
  }

  @Test func furtherWorkIsFlattened() async {
    await expect(page().flatMap { _ in await pages() }, Int.self, (any Error).self, is: 1)
    await expect(checked().flatMap { _ in await checks() }, Int.self, Flaw.self, is: 1)
    await expect(count().flatMap { _ in await counts() }, Int.self, Never.self, is: 1)
    await expect(page().flatMap { _ in try await tried() }, Int.self, (any Error).self, is: 1)
    await expect(count().flatMap { _ in await pages() }, Int.self, (any Error).self, is: 1)
    await expect(page().flatMap { _ in await checks() }, Int.self, (any Error).self, is: 1)
    let several = page().flatMap { first in
      let second = try await fetch()
      return page().map { $0 + first + second }
    }
    await expect(several, Int.self, (any Error).self, is: 3)
    let early = page().flatMap { number in
      if number == 1 { return page() }
      note(await calm())
      return Future(value: 2)
    }
    await expect(early, Int.self, (any Error).self, is: 1)
  }

  /// A transform means what it returns, asynchronous or not; `flatMap` is for futures.
  @Test func aTransformIsNotFlattened() async {
    let asynchronous = page().map { _ in await counts() }
    let throwing = page().map { _ in try await triedCheck() }
    await expect(asynchronous.flatMap { $0 }, Int.self, (any Error).self, is: 1)
    await expect(throwing.flatMap { $0 }, Int.self, (any Error).self, is: 1)
    let types:
      (Future<Future<Int, Never>, any Error>.Type, Future<Future<Int, Flaw>, any Error>.Type) =
        (type(of: asynchronous), type(of: throwing))
    _ = types
  }
}

private struct Flaw: Error {}

/// Pieces of work that are left.
private actor Left {
  private var number: Int

  init(_ number: Int) { self.number = number }

  var hasMore: Bool { number > 0 }
  func drop() { number -= 1 }
  func take() throws { number -= 1 }
  func next() -> Future<Void, any Error> {
    number -= 1
    return Future()
  }
}

nonisolated private let yes = true
nonisolated private func page() -> Future<Int, any Error> { Future(value: 1) }
nonisolated private func count() -> Future<Int, Never> { Future(value: 1) }
nonisolated private func checked() -> Future<Int, Flaw> { Future(value: 1) }
nonisolated private func broken() -> Future<Int, any Error> { Future(error: Flaw()) }
nonisolated private func flawed() -> Future<Int, Flaw> { Future(error: Flaw()) }
nonisolated private func compute() throws -> Int { 1 }
nonisolated private func triedNow() throws -> Future<Int, any Error> { Future(value: 1) }
private func pages() async -> Future<Int, any Error> { page() }
private func counts() async -> Future<Int, Never> { count() }
private func checks() async -> Future<Int, Flaw> { checked() }
private func tried() async throws -> Future<Int, any Error> { page() }
private func triedCheck() async throws -> Future<Int, Flaw> { checked() }
@Sendable private func fetch() async throws -> Int { 1 }
@Sendable private func fetchAgain(_ number: Int) async throws -> Int { number }
private func calm() async -> Int { 1 }
private func strict() async throws(Flaw) -> Int { 1 }
@Sendable private func text(_ number: Int) async throws -> String { "\(number)" }
nonisolated private func note(_ value: some Any) {}

private func expect<Value: Equatable & Sendable, Failure>(
  _ future: Future<Value, Failure>,
  _: Value.Type,
  _: Failure.Type,
  is expected: Value,
  _ location: SourceLocation = #_sourceLocation
) async {
  let value = try? await future.value
  #expect(value == expected, sourceLocation: location)
}

private func expect<Failure>(
  _ future: Future<Void, Failure>,
  _: Void.Type,
  _: Failure.Type,
  _ location: SourceLocation = #_sourceLocation
) async {
  let result = await future.result
  #expect(throws: Never.self, sourceLocation: location) { try result.get() }
}
