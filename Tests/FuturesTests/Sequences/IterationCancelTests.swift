import Futures
import TestSupport
import Testing

/// A function that turns a sequence into a future, without the type of the future's value.
private struct Verb: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let start: @Sendable (Readings<any Error>, CancellationToken) -> Future<Void, any Error>
  let typed: @Sendable (Readings<TestError>, CancellationToken) -> Future<Void, TestError>
  /// The number of elements after which the function still waits.
  let patience: Int

  static let all = [
    Verb(
      testDescription: "first",
      start: { $0.futureFirst(cancellation: $1).asVoid() },
      typed: { $0.futureFirst(cancellation: $1, orElse: .third).asVoid() },
      patience: 0
    ),
    Verb(
      testDescription: "collected",
      start: { $0.futureCollected(upTo: 9, cancellation: $1).asVoid() },
      typed: { $0.futureCollected(upTo: 9, cancellation: $1, orElse: .third).asVoid() },
      patience: 2
    ),
  ]

  /// The numbers that the function reads before it waits.
  var numbers: [Int] { Array(0..<patience) }
}

@Suite(.timeLimit(.minutes(10))) struct IterationCancelTests {
  @Test(arguments: Verb.all) private func theTokenEndsTheIteration(verb: Verb) async throws {
    let source = CancellationSource()
    let readings = Readings<any Error>(verb.numbers, then: .wait)
    let future = verb.start(readings, source.token)
    await readings.waiting.future.value
    source.cancel()
    #expect(future.currentError is CancellationError)
    try await readings.released.timeout(.seconds(600)).value
    #expect(readings.readCount == verb.patience + 1)
  }

  @Test(arguments: Verb.all) private func theScopeEndsTheIteration(verb: Verb) async throws {
    let readings = Readings<any Error>(verb.numbers, then: .wait)
    let future = await withCancellationScope {
      let future = verb.start(readings, .current)
      await readings.waiting.future.value
      return future
    }
    #expect(future.currentError is CancellationError)
    try await readings.released.timeout(.seconds(600)).value
  }

  @Test(arguments: Verb.all) private func aTokenThatWasCancelledBeforeReadsNothing(verb: Verb) {
    let source = CancellationSource()
    source.cancel()
    let readings = Readings<any Error>([1])
    #expect(verb.start(readings, source.token).currentError is CancellationError)
    #expect(readings.readCount == 0)
  }

  /// A sequence ends when its task is cancelled, and the task may be faster than the token.
  @Test(arguments: Verb.all) private func aCancelledIterationIsNoEnd(verb: Verb) async throws {
    for _ in 0..<StressSize.rounds / 100 {
      let source = CancellationSource()
      let readings = Readings<any Error>(verb.numbers, then: .wait)
      let future = verb.start(readings, source.token)
      await readings.waiting.future.value
      source.cancel()
      #expect(future.currentError is CancellationError)
    }
  }

  /// Otherwise the elements read so far would look like the whole sequence.
  @Test(arguments: Verb.all)
  private func aFutureThatCannotBeCancelledFailsAfterTheIteration(verb: Verb) async throws {
    let readings = Readings<TestError>(verb.numbers, then: .wait)
    let future = await withCancellationScope {
      let future = verb.typed(readings, .current)
      await readings.waiting.future.value
      return future
    }
    _ = await future.result
    #expect(future.currentError == .third)
  }
}
