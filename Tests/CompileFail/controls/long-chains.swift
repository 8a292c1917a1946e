// Long chains in one expression type-check quickly: overloads do not multiply from link to link.

import Futures

func load(_ number: Int) -> Future<Int, any Error> { Future(value: number) }
@Sendable func check(_ number: Int) throws -> Int { number }

func chains(_ any: Future<Int, any Error>, _ never: Future<Int, Never>) {
  any.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    .map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    .onComplete { _ in }
  never.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    .map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    .onComplete { _ in }
  any.map { try check($0) }.flatMap { load($0) }.map { try check($0) + 1 }.flatMap { load($0) }
    .map { try check($0) }.map { $0 > 3 ? $0 : 3 }.onComplete { print($0) }.recover { _ in 3 }
    .onSuccess { print($0) }
}
