import Futures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct FutureFirstTests {
  @Test func readsOneElementAndReleasesTheIterator() async throws {
    let readings = Readings<any Error>([1, 2, 3], then: .wait)
    #expect(try await readings.futureFirst().value == 1)
    try await readings.released.value
    #expect(readings.readCount == 1)
  }

  @Test func failsWithoutAnElement() async {
    let future = Readings<any Error>([]).futureFirst()
    await #expect(throws: NoSuchElement.self) { try await future.value }
  }

  @Test func failsWithTheErrorOfTheSequence() async {
    let future = Readings<any Error>([], then: .failure(TestError.second)).futureFirst()
    await #expect(throws: TestError.second) { try await future.value }
  }

  @Test func aStreamThatFailsWithNothingCanBeCancelled() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let ended = Promise<Void, any Error>()
    continuation.onTermination = { _ in ended.succeed() }
    let future = stream.futureFirst()
    #expect(future.cancel())
    #expect(future.currentError is CancellationError)
    try await ended.future.timeout(.seconds(600)).value
  }

  @MainActor @Test func observersOfTheMainActorRunThere() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let seen = Promise<Int, any Error>()
    stream.futureFirst().onSuccess { number in
      MainActor.assertIsolated()
      seen.succeed(number)
    }
    continuation.yield(5)
    #expect(try await seen.future.value == 5)
  }
}
