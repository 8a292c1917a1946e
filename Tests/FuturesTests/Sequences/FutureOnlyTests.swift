import Futures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct FutureOnlyTests {
  @Test func isTheOnlyElement() async throws {
    #expect(try await Readings<any Error>([3]).futureOnly().value == 3)
  }

  @Test func failsWithoutAnElement() async {
    let future = Readings<any Error>([]).futureOnly()
    await #expect(throws: NoSuchElement.self) { try await future.value }
  }

  @Test func failsAtTheSecondElement() async throws {
    let readings = Readings<any Error>([1, 2, 3], then: .wait)
    let future = readings.futureOnly()
    await #expect(throws: TooManyElements(limit: 1)) { try await future.value }
    try await readings.released.value
    #expect(readings.readCount == 2)
    #expect("\(TooManyElements(limit: 1))" == "There is more than one element.")
  }

  @Test func theErrorTypeOfTheSequenceIsKept() async {
    let empty: Future<Int, TestError> = Readings<TestError>([]).futureOnly(orElse: .third)
    #expect(await empty.result == .failure(.third))
    let several = Readings<TestError>([1, 2]).futureOnly(orElse: .third)
    #expect(await several.result == .failure(.third))
    let failing = Readings<TestError>([1], then: .failure(.second)).futureOnly(orElse: .third)
    #expect(await failing.result == .failure(.second))
    let succeeding = Readings<TestError>([4]).futureOnly(orElse: .third)
    #expect(await succeeding.result == .success(4))
  }
}
