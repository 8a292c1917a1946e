import Futures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct FutureLastTests {
  @Test func isKnownWhenTheSequenceEnds() async throws {
    let readings = Readings<any Error>([1, 2, 3])
    #expect(try await readings.futureLast().value == 3)
    #expect(readings.readCount == 4)
  }

  @Test func failsWithoutAnElement() async {
    let future = Readings<any Error>([]).futureLast()
    await #expect(throws: NoSuchElement.self) { try await future.value }
  }

  @Test func theErrorTypeOfTheSequenceIsKept() async {
    let empty: Future<Int, TestError> = Readings<TestError>([]).futureLast(orElse: .third)
    #expect(await empty.result == .failure(.third))
    let failing = Readings<TestError>([1], then: .failure(.second)).futureLast(orElse: .third)
    #expect(await failing.result == .failure(.second))
    let succeeding = Readings<TestError>([1, 4]).futureLast(orElse: .third)
    #expect(await succeeding.result == .success(4))
  }

  @Test func waitsForASequenceThatDoesNotEnd() async {
    let readings = Readings<any Error>([1, 2], then: .wait)
    let future = readings.futureLast()
    await readings.waiting.future.value
    #expect(!future.isSettled)
    future.cancel()
  }
}
