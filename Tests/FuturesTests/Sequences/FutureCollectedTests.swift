import Futures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct FutureCollectedTests {
  @Test func holdsAllElementsInOrder() async throws {
    let readings = Readings<any Error>([3, 1, 2])
    #expect(try await readings.futureCollected(upTo: 3).value == [3, 1, 2])
    #expect(try await Readings<any Error>([]).futureCollected(upTo: 3).value == [])
  }

  @Test func readsOneElementMoreThanTheLimit() async throws {
    let readings = Readings<any Error>(Array(0..<1_000), then: .wait)
    let future = readings.futureCollected(upTo: 10)
    await #expect(throws: TooManyElements(limit: 10)) { try await future.value }
    try await readings.released.value
    #expect(readings.readCount == 11)
    #expect("\(TooManyElements(limit: 10))" == "There are more than 10 elements.")
    #expect("\(TooManyElements(limit: 1))" == "There is more than one element.")
  }

  @Test(arguments: [0, -1, .min]) func aLimitBelowOneAcceptsNoElement(limit: Int) async throws {
    let future = Readings<any Error>([1]).futureCollected(upTo: limit)
    await #expect(throws: TooManyElements(limit: 0)) { try await future.value }
    #expect(try await Readings<any Error>([]).futureCollected(upTo: limit).value == [])
  }

  @Test func theErrorTypeOfTheSequenceIsKept() async {
    let many: Future<[Int], TestError> =
      Readings<TestError>([1, 2]).futureCollected(upTo: 1, orElse: .third)
    #expect(await many.result == .failure(.third))
    let failing = Readings<TestError>([1], then: .failure(.second))
      .futureCollected(upTo: 1, orElse: .third)
    #expect(await failing.result == .failure(.second))
    let succeeding = Readings<TestError>([4]).futureCollected(upTo: 1, orElse: .third)
    #expect(await succeeding.result == .success([4]))
  }
}
