import Futures
import Testing

/// Lines that start work, as they come to mind: each is what it says, without a type annotation.
///
/// The second and the third argument of `expect` have to be the types of the future.
@Suite struct StartedWorkTests {
  @Test func aClosureOfAFutureMeansItsOutcome() async {
    await expect(Future { page() }, Int.self, (any Error).self, is: 1)
    await expect(Future { count() }, Int.self, Never.self, is: 1)
    await expect(Future { checked() }, Int.self, Flaw.self, is: 1)
    await expect(Future(on: .global()) { page() }, Int.self, (any Error).self, is: 1)
    await expect(Future(cancellation: .never) { page() }, Int.self, (any Error).self, is: 1)
    await expect(Future(starting: { page() }), Int.self, (any Error).self, is: 1)
    await expect(Future { yes ? page() : Future(error: Flaw()) }, Int.self, (any Error).self, is: 1)
  }

  @Test func soDoesAClosureOfSeveralLines() async {
    let noted = Future {
      note("page")
      return page()
    }
    await expect(noted, Int.self, (any Error).self, is: 1)
    let early = Future {
      if yes { return count() }
      return Future(value: 2)
    }
    await expect(early, Int.self, Never.self, is: 1)
    let throwing = Future {
      guard try compute() == 1 else { throw Flaw() }
      return page()
    }
    await expect(throwing, Int.self, (any Error).self, is: 1)
    let widening = Future {
      note(try compute())
      return checked()
    }
    await expect(widening, Int.self, (any Error).self, is: 1)
    let onAContext = Future(on: .global()) {
      note(try compute())
      return checked()
    }
    await expect(onAContext, Int.self, (any Error).self, is: 1)
  }

  @Test func soDoesAnAsynchronousClosure() async {
    let suspended = Future {
      if await flag() { return page() }
      return page()
    }
    await expect(suspended, Int.self, (any Error).self, is: 1)
    let throwing = Future {
      note(try await fetch())
      return checked()
    }
    await expect(throwing, Int.self, (any Error).self, is: 1)
    let derived = Future {
      let first = try await page().value
      return page().map { $0 + first }
    }
    await expect(derived, Int.self, (any Error).self, is: 2)
  }

  @Test func aClosureOfAValueMeansTheValue() async {
    await expect(Future { 1 }, Int.self, Never.self, is: 1)
    await expect(Future { try compute() }, Int.self, (any Error).self, is: 1)
    await expect(Future { try compute() + 1 }, Int.self, (any Error).self, is: 2)
    await expect(Future { try await fetch() }, Int.self, (any Error).self, is: 1)
    await expect(Future { await calm() }, Int.self, Never.self, is: 1)
    await expect(Future(on: .main) { 5 }, Int.self, Never.self, is: 5)
    await expect(Future { [1, 2] }, [Int].self, Never.self, is: [1, 2])
    await expect(Future<Int, any Error> { 1 }, Int.self, (any Error).self, is: 1)
    await expect(Future(operation: { try await fetch() }), Int.self, (any Error).self, is: 1)
    let summed = Future {
      let first = try await fetch()
      return first + 1
    }
    await expect(summed, Int.self, (any Error).self, is: 2)
  }

  @Test func theTypeOfTheContextFits() async {
    let started: Future<Int, any Error> = Future { page() }
    await expect(started, Int.self, (any Error).self, is: 1)
    let fetched: Future<Int, any Error> = Future { try await fetch() }
    await expect(fetched, Int.self, (any Error).self, is: 1)
    let promised: Future<Int, any Error> = .withPromise { promise in promise.succeed(1) }
    await expect(promised, Int.self, (any Error).self, is: 1)
  }

  @Test func insideOfATransform() async {
    let fetched = page().flatMap { first in Future { try await fetch() + first } }
    await expect(fetched, Int.self, (any Error).self, is: 2)
    await expect(page().flatMap { _ in Future { page() } }, Int.self, (any Error).self, is: 1)
  }

  @Test func verbsTakeAsynchronousClosures() async {
    let limit = ConcurrencyLimit(1)
    await expect(limit.run { try await fetch() }, Int.self, (any Error).self, is: 1)
    await expect(limit.run { await calm() }, Int.self, Never.self, is: 1)
    await expect(limit.run { page() }, Int.self, (any Error).self, is: 1)
    await expect(limit.run { count() }, Int.self, Never.self, is: 1)
    let latest = Latest<Int, any Error>()
    await expect(latest.start { try await fetch() }, Int.self, (any Error).self, is: 1)
    await expect(latest.start { page() }, Int.self, (any Error).self, is: 1)
    await expect(latest.debounce(.zero) { try await fetch() }, Int.self, (any Error).self, is: 1)
    let loads = SharedLoads<String, Int, any Error>()
    await expect(loads.load("a") { try await fetch() }, Int.self, (any Error).self, is: 1)
    await expect(loads.load("b") { page() }, Int.self, (any Error).self, is: 1)
    await expect([1].traverse { try await text($0) }, [String].self, (any Error).self, is: ["1"])
    await expect([1].traverse { _ in await calm() }, [Int].self, Never.self, is: [1])
    await expect([1].traverse { _ in page() }, [Int].self, (any Error).self, is: [1])
  }

  @Test func mapTakesClosuresOfAllKinds() async {
    await expect(page().map { $0 + 1 }, Int.self, (any Error).self, is: 2)
    await expect(page().map { try await text($0) }, String.self, (any Error).self, is: "1")
    await expect(page().map(text), String.self, (any Error).self, is: "1")
    await expect(count().map { $0 + 1 }, Int.self, Never.self, is: 2)
    await expect(count().map { _ in try compute() }, Int.self, (any Error).self, is: 1)
    await expect(count().map { _ in await calm() }, Int.self, Never.self, is: 1)
    await expect(count().map { try await text($0) }, String.self, (any Error).self, is: "1")
    let measured = count().map { number in
      let text = try await text(number)
      return text.count
    }
    await expect(measured, Int.self, (any Error).self, is: 1)
    let chained = page().map { $0 + 1 }.map { String($0) }.map { try await text($0.count) }
    await expect(chained, String.self, (any Error).self, is: "1")
  }
}

private struct Flaw: Error {}

private let yes = true

nonisolated private func page() -> Future<Int, any Error> { Future(value: 1) }
nonisolated private func count() -> Future<Int, Never> { Future(value: 1) }
nonisolated private func checked() -> Future<Int, Flaw> { Future(value: 1) }
nonisolated private func compute() throws -> Int { 1 }
@Sendable private func fetch() async throws -> Int { 1 }
private func calm() async -> Int { 1 }
private func flag() async -> Bool { true }
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
