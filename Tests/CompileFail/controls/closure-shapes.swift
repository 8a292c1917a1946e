// Each shape of closure finds exactly one overload, and the failure type that it should.

import Futures

struct ParseError: Error {}
struct OtherError: Error {}

@Sendable func parse(_ number: Int) throws(ParseError) -> Int { number }

func expect<Value>(_ type: Value.Type, _ value: Value) {}

func transforms(
  _ never: Future<Int, Never>,
  _ typed: Future<Int, ParseError>,
  _ any: Future<Int, any Error>
) {
  expect(Future<Int, Never>.self, never.map { $0 + 1 })
  expect(Future<Int, any Error>.self, never.map { _ in throw OtherError() })
  expect(Future<Int, ParseError>.self, typed.map { $0 + 1 })
  expect(Future<Int, any Error>.self, typed.map(parse))
  expect(Future<Int, any Error>.self, typed.map { _ in throw OtherError() })
  expect(Future<Int, any Error>.self, any.map { $0 + 1 })
  expect(Future<Int, any Error>.self, any.map { _ in throw OtherError() })
  expect(Future<String, ParseError>.self, typed.map(\.description))
  expect(Future<Int, OtherError>.self, typed.mapError { _ in OtherError() }.map { $0 + 1 })
}

func chains(
  _ never: Future<Int, Never>,
  _ typed: Future<Int, ParseError>,
  _ any: Future<Int, any Error>
) {
  expect(Future<Int, Never>.self, never.flatMap { Future<Int, Never>(value: $0) })
  expect(Future<Int, ParseError>.self, never.flatMap { Future<Int, ParseError>(value: $0) })
  expect(Future<Int, ParseError>.self, typed.flatMap { Future<Int, ParseError>(value: $0) })
  expect(Future<Int, ParseError>.self, typed.flatMap { Future<Int, Never>(value: $0) })
  expect(Future<Int, any Error>.self, typed.flatMap { Future<Int, any Error>(value: $0) })
  expect(Future<Int, any Error>.self, any.flatMap { Future<Int, any Error>(value: $0) })
  expect(Future<Int, any Error>.self, any.flatMap { Future(value: try parse($0)) })
  expect(Future<Int, any Error>.self, any.flatMap { Future<Int, ParseError>(value: $0) })
}

// In main-actor code the shapes are the same.
@MainActor func onTheMainActor(
  _ never: Future<Int, Never>,
  _ typed: Future<Int, ParseError>,
  _ any: Future<Int, any Error>
) {
  expect(Future<Int, Never>.self, never.map { value in value + 1 })
  expect(Future<Int, ParseError>.self, typed.map { value in value + 1 })
  expect(
    Future<Int, any Error>.self,
    any.map { _ in throw OtherError() }
  )
  expect(
    Future<Int, Never>.self,
    never.flatMap { Future<Int, Never>(value: $0) }
  )
  expect(Future<Int, Never>.self, typed.recover { _ in 0 })
  expect(
    Future<Int, ParseError>.self,
    typed.onComplete { result in print(result) }
  )
  never.onSuccess { value in print(value) }
  never.onSuccess { value in print(value) }
  any.onFailure { error in print(error) }
  any.onComplete { result in print(result) }
}
