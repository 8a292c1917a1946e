import Futures
import Testing

/// One rule for typed throws, verb by verb.
///
/// A verb keeps the error type that its closure spells; a closure that throws without spelling a
/// type gives `any Error`, and so does a closure of `map` and `flatMap`, of which there are many in
/// one expression.
///
/// The second and the third argument of `expect` have to be the types of the future.
@Suite struct TypedThrowsTests {
  @Test func map() async {
    await expect(checked().map { $0 + 1 }, Int.self, Flaw.self, is: 2)
    await expect(checked().map { try loose($0) }, Int.self, (any Error).self, is: 1)
    await expect(page().map { try loose($0) }, Int.self, (any Error).self, is: 1)
    await expect(count().map { try loose($0) }, Int.self, (any Error).self, is: 1)
    await expect(checked().map { try await anyhow($0) }, Int.self, (any Error).self, is: 1)
  }

  /// The error type of what is made on the spot is that of the context.
  @Test func theContextDecides() async {
    func mapped() -> Future<Int, Flaw> { Future(value: 1).map { $0 + 1 } }
    func chained() -> Future<Int, Flaw> {
      checked().flatMap { _ in Future(value: 1).map { $0 + 1 } }
    }
    func traversed() -> Future<[Int], Flaw> { [1].traverse { Future(value: $0).map { $0 + 1 } } }
    func folded() -> Future<Int, Flaw> { [1].map { Future(value: $0) }.fold(0) { $0 + $1 } }
    await expect(mapped(), Int.self, Flaw.self, is: 2)
    await expect(chained(), Int.self, Flaw.self, is: 2)
    await expect(traversed(), [Int].self, Flaw.self, is: [2])
    await expect(folded(), Int.self, Flaw.self, is: 1)
    let latest = Latest<Int, Flaw>()
    let started = latest.start { Future(value: 1).map { $0 + 1 } }
    await expect(started, Int.self, Flaw.self, is: 2)
  }

  /// A closure that throws nothing does not make the error type `Never`.
  @Test func closuresThatThrowNothing() async {
    await expect([1].traverse { _ in checked() }, [Int].self, Flaw.self, is: [1])
    await expect(ConcurrencyLimit(1).run { checked() }, Int.self, Flaw.self, is: 1)
    await expect(broken().flatMapError { _ in checked() }, Int.self, Flaw.self, is: 1)
    await expect([checked()].fold(0) { $0 + $1 }, Int.self, Flaw.self, is: 1)
    let first = [checked()].firstValue(orElse: Flaw()) { $0 == 1 }
    await expect(first, Int.self, Flaw.self, is: 1)
  }

  @Test func flatMap() async {
    await expect(checked().flatMap { _ in checked() }, Int.self, Flaw.self, is: 1)
    let untyped = checked().flatMap { n in
      note(try loose(n))
      return checked()
    }
    await expect(untyped, Int.self, (any Error).self, is: 1)
    await expect(checked().flatMap { _ in page() }, Int.self, (any Error).self, is: 1)
    await expect(checked().flatMap { _ in count() }, Int.self, Flaw.self, is: 1)
    await expect(count().flatMap { _ in checked() }, Int.self, Flaw.self, is: 1)
  }

  @Test func recover() async {
    await expect(broken().recover { _ in 1 }, Int.self, Never.self, is: 1)
    await expect(broken().recover { _ throws(Flaw) in try strict(1) }, Int.self, Flaw.self, is: 1)
    await expect(broken().recover { _ in try loose(1) }, Int.self, (any Error).self, is: 1)
    let later = broken().recover { _ async throws(Flaw) in try await strictly(1) }
    await expect(later, Int.self, Flaw.self, is: 1)
  }

  @Test func flatMapError() async {
    await expect(broken().flatMapError { _ in checked() }, Int.self, Flaw.self, is: 1)
    await expect(broken().flatMapError { _ in count() }, Int.self, Never.self, is: 1)
    let typed = broken().flatMapError { _ throws(Flaw) in
      note(try strict(1))
      return checked()
    }
    await expect(typed, Int.self, Flaw.self, is: 1)
    let untyped = broken().flatMapError { _ in
      note(try loose(1))
      return checked()
    }
    await expect(untyped, Int.self, (any Error).self, is: 1)
    let erased = broken().flatMapError { _ in
      note(try loose(1))
      return page()
    }
    await expect(erased, Int.self, (any Error).self, is: 1)
    let failed = broken().flatMapError { _ throws(Flaw) -> Future<Int, Flaw> in throw Flaw() }
    #expect(failed.currentError == Flaw())
  }

  @Test func sequences() async {
    let futures = [checked(), checked()]
    await expect(futures.fold(0) { $0 + $1 }, Int.self, Flaw.self, is: 2)
    await expect(futures.firstValue(orElse: Flaw()) { $0 == 1 }, Int.self, Flaw.self, is: 1)
    await expect([page()].firstValue { try loose($0) == 1 }, Int.self, (any Error).self, is: 1)
    let traversed = [1].traverse { n throws(Flaw) in
      note(try strict(n))
      return checked()
    }
    await expect(traversed, [Int].self, Flaw.self, is: [1])
    let untyped = [1].traverse { n in
      note(try loose(n))
      return page()
    }
    await expect(untyped, [Int].self, (any Error).self, is: [1])
  }

  @Test func startedWork() async {
    await expect(Future { () throws(Flaw) in try strict(1) }, Int.self, Flaw.self, is: 1)
    let later = Future { () async throws(Flaw) in try await strictly(1) }
    await expect(later, Int.self, Flaw.self, is: 1)
    let work = Future {
      note(try strict(1))
      return checked()
    }
    await expect(work, Int.self, (any Error).self, is: 1)
    let limited = ConcurrencyLimit(1).run { () throws(Flaw) in
      note(try strict(1))
      return checked()
    }
    await expect(limited, Int.self, Flaw.self, is: 1)
    let latest = Latest<Int, Flaw>()
    let newest = latest.start { () throws(Flaw) in
      note(try strict(1))
      return checked()
    }
    await expect(newest, Int.self, Flaw.self, is: 1)
    await expect(latest.start { checked() }, Int.self, Flaw.self, is: 1)
    let awaited = latest.start { () async throws(Flaw) in
      note(try await strictly(1))
      return checked()
    }
    await expect(awaited, Int.self, Flaw.self, is: 1)
    let paused = latest.debounce(.zero) { () throws(Flaw) in
      note(try strict(1))
      return checked()
    }
    await expect(paused, Int.self, Flaw.self, is: 1)
    let loads = SharedLoads<Int, Int, Flaw>()
    let loaded = loads.load(1) { () throws(Flaw) in
      note(try strict(1))
      return checked()
    }
    await expect(loaded, Int.self, Flaw.self, is: 1)
  }
}

private struct Flaw: Error, Equatable {}
private struct Other: Error {}

nonisolated private let yes = true
nonisolated private func page() -> Future<Int, any Error> { Future(value: 1) }
nonisolated private func count() -> Future<Int, Never> { Future(value: 1) }
nonisolated private func checked() -> Future<Int, Flaw> { Future(value: 1) }
nonisolated private func broken() -> Future<Int, any Error> { Future(error: Other()) }
@Sendable nonisolated private func strict(_ number: Int) throws(Flaw) -> Int { number }
@Sendable nonisolated private func loose(_ number: Int) throws -> Int { number }
private func strictly(_ number: Int) async throws(Flaw) -> Int { number }
private func anyhow(_ number: Int) async throws -> Int { number }
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
