import Futures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct IterationCancelTests {
  @Test func theTokenEndsTheIteration() async throws {
    let source = CancellationSource()
    let readings = Readings<any Error>([], then: .wait)
    let future = readings.futureFirst(cancellation: source.token)
    await readings.waiting.future.value
    source.cancel()
    #expect(future.currentError is CancellationError)
    try await readings.released.timeout(.seconds(600)).value
    #expect(readings.readCount == 1)
  }

  @Test func theScopeEndsTheIteration() async throws {
    let readings = Readings<any Error>([], then: .wait)
    let future = await withCancellationScope {
      let future = readings.futureFirst()
      await readings.waiting.future.value
      return future
    }
    #expect(future.currentError is CancellationError)
    try await readings.released.timeout(.seconds(600)).value
  }

  @Test func aTokenThatWasCancelledBeforeReadsNothing() {
    let source = CancellationSource()
    source.cancel()
    let readings = Readings<any Error>([1])
    #expect(readings.futureFirst(cancellation: source.token).currentError is CancellationError)
    #expect(readings.readCount == 0)
  }

  /// A sequence ends when its task is cancelled, and the task may be faster than the token.
  @Test func aCancelledIterationIsNoEnd() async throws {
    for _ in 0..<StressSize.rounds / 100 {
      let source = CancellationSource()
      let readings = Readings<any Error>([], then: .wait)
      let future = readings.futureFirst(cancellation: source.token)
      await readings.waiting.future.value
      source.cancel()
      #expect(future.currentError is CancellationError)
    }
  }
}
