import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct SequenceFoldTests {
  @Test func combinesTheValuesInInputOrder() {
    let promises = (0..<3).map { _ in Promise<String, TestError>() }
    let folded = promises.map(\.future).fold("") { $0 + $1 }
    promises[2].succeed("c")
    promises[0].succeed("a")
    #expect(!folded.isSettled)
    promises[1].succeed("b")
    #expect(folded.currentValue == "abc")
  }

  @Test func noFuturesGiveTheInitialValue() {
    #expect([Future<Int, TestError>]().fold(7) { $0 + $1 }.currentValue == 7)
  }

  @Test func failsWithTheFirstFailureInInputOrder() {
    let promises = (0..<3).map { _ in Promise<Int, TestError>() }
    let combined = Log<Int>()
    let folded = promises.map(\.future).fold(0) { sum, value in
      combined.add(value)
      return sum + value
    }
    promises[2].fail(.third)
    promises[0].succeed(1)
    #expect(!folded.isSettled)
    promises[1].fail(.second)
    #expect(folded.currentError == .second)
    #expect(combined.all == [1])
  }

  @Test func aFailureBehindTheEndCountsAsObserved() {
    struct Behind: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Behind }
    recorder.record {
      let first = Promise<Int, any Error>()
      var last: Promise<Int, any Error>? = Promise()
      _ = [first.future, last!.future].fold(0) { $0 + $1 }
      last!.fail(Behind())
      last = nil
      first.fail(TestError.first)
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func aClosureThatWaitsOnItsContextDoesNotRunAfterCancel() {
    let calls = Counter()
    let futures = [Future<Int, any Error>(value: 1)]
    let manual = ManualContext()
    let source = CancellationSource()
    let folded = futures.fold(0, on: manual.context, cancellation: source.token) { sum, value in
      calls.add()
      return sum + value
    }
    source.cancel()
    manual.runAll()
    #expect(folded.currentError is CancellationError)
    #expect(calls.value == 0)
  }

  @Test func theSameFutureMayOccurTwice() {
    let future = Future<Int, TestError>(value: 4)
    #expect([future, future].fold(0) { $0 + $1 }.currentValue == 8)
  }

  @Test func manySettledFuturesTakeConstantStack() {
    let futures = (0..<20_000).map { Future<Int, TestError>(value: $0) }
    #expect(futures.fold(0) { $0 + $1 }.currentValue == 20_000 * 19_999 / 2)
  }

  @Test func manyPendingFuturesTakeConstantStack() {
    let promises = (0..<20_000).map { _ in Promise<Int, TestError>() }
    let folded = promises.map(\.future).fold(0) { $0 + $1 }
    for promise in promises.reversed() { promise.succeed(1) }
    #expect(folded.currentValue == 20_000)
  }

  @Test func theClosureRunsOnTheContext() {
    let manual = ManualContext()
    let folded = [1, 2].map { Future<Int, TestError>(value: $0) }
      .fold(0, on: manual.context) { $0 + $1 }
    #expect(!folded.isSettled)
    #expect(manual.runAll() == 2)
    #expect(folded.currentValue == 3)
  }

  @Test func cancellingTheTokenCancelsTheResult() {
    let source = CancellationSource()
    let promises = (0..<2).map { _ in Promise<Int, any Error>() }
    let calls = Counter()
    let folded = promises.map(\.future).fold(0, cancellation: source.token) { sum, value in
      calls.add()
      return sum + value
    }
    promises[0].succeed(1)
    source.cancel()
    #expect(folded.currentError is CancellationError)
    promises[1].succeed(2)
    #expect(calls.value == 1)
  }
}
