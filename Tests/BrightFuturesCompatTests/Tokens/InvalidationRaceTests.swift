import BrightFuturesCompat
import Dispatch
import Testing
import TestSupport

@Suite(.serialized, .timeLimit(.minutes(20))) struct InvalidationRaceTests {
  private let rounds = StressSize.rounds / 10

  @Test func invalidationAgainstCompletion() async {
    let rounds = rounds
    let promises = (0..<rounds).map { _ in Promise<Int, Never>() }
    let tokens = (0..<rounds).map { _ in InvalidationToken() }
    let calls = Counter()
    for (promise, token) in zip(promises, tokens) {
      promise.future.onSuccess(token.validContext(immediateExecutionContext)) { _ in calls.add() }
      promise.future.map(token.validContext(immediateExecutionContext)) { $0 }
        .onSuccess(immediateExecutionContext) { _ in calls.add() }
    }
    await race(rounds: rounds) {
      promises[$0].success(1)
    } _: {
      tokens[$0].invalidate()
    }
    #expect(calls.value <= 2 * rounds)
    #expect(tokens.allSatisfy { $0.isInvalid && $0.future.isFailure })
  }

  @Test func afterInvalidateOnTheSerialQueueNothingRuns() async {
    let queue = DispatchQueue(label: "serial")
    let late = Counter()
    for _ in 0..<(rounds / 20) {
      let token = InvalidationToken()
      let promise = Promise<Int, Never>()
      promise.future.onSuccess(token.validContext(queue.context)) { _ in
        if token.isInvalid { late.add() }
      }
      DispatchQueue.global().async { promise.success(1) }
      await queue.asyncValue { token.invalidate() }.get()
    }
    await queue.asyncValue {}.get()
    #expect(late.value == 0)
  }
}
