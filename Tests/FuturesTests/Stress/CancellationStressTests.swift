import Futures
import FuturesTesting
import Testing
import TestSupport

/// Long chains of tokens, deep waits and extreme times do not crash the process.
@Suite struct CancellationStressTests {
  @Test func aChainOfLinkedSourcesIsCancelledInConstantStack() {
    onSmallStack {
      let first = CancellationSource()
      var sources = [first]
      for _ in 0..<100_000 { sources.append(CancellationSource(linkedTo: sources.last!.token)) }
      let calls = Counter()
      sources.last!.token.onCancel { calls.add() }
      first.cancel()
      #expect(calls.value == 1)
      #expect(sources.allSatisfy { $0.isCancelled })
    }
  }

  @Test func aChainOfLinksIsCancelledAndReleasedInConstantStack() {
    onSmallStack {
      for cancels in [true, false] {
        let first = CancellationSource()
        var token = first.token
        for _ in 0..<100_000 { token = CancellationSource(linkedTo: token).token }
        if cancels { first.cancel() }
        #expect(token.isCancelled == cancels)
      }
    }
  }

  @Test func linkedSourcesAreToldInTheOrderOfRegistration() {
    let log = Log<String>()
    let parent = CancellationSource()
    parent.token.onCancel { log.add("before") }
    let child = CancellationSource(linkedTo: parent.token)
    child.token.onCancel { log.add("child") }
    parent.token.onCancel { log.add("after") }
    parent.cancel()
    #expect(log.all == ["before", "child", "after"])
  }

  @Test func waitingForSettledFuturesInDeferredCallbacksDoesNotNest() {
    onSmallStack {
      let settled = Future<Int, Never>(value: 1)
      let calls = Counter()
      nestToTheLimit {
        for _ in 0..<2_000 {
          settled.onComplete { _ in
            _ = settled.wait()
            calls.add()
          }
        }
      }
      #expect(calls.value == 2_000)
    }
  }

  @Test(arguments: [
    Duration.seconds(Int64.max), .seconds(Int64.max) * 2, .seconds(Int64.min), .zero,
  ])
  func extremeDurationsAreHarmless(_ duration: Duration) {
    let promise = Promise<Int, any Error>()
    let late = promise.future.timeout(duration)
    let delayed = promise.future.delay(duration)
    promise.succeed(1)
    CancellationSource().cancel(after: duration)
    let policy = RetryPolicy(backoff: .constant(duration), jitter: .full, random: { 1 })
    #expect(policy.pause(after: 1) >= .zero)
    late.ignoringFailure()
    delayed.ignoringFailure()
  }

  @Test func whatATokenCancelsHasSettledWhenTheCallReturns() async {
    let rounds = StressSize.rounds
    let promise = Promise<Int, any Error>()
    let pairs = Rounds(rounds) {
      let source = CancellationSource()
      return (source, promise.future.map(cancellation: source.token) { $0 + 1 })
    }
    let missed = Counter()
    await race(rounds: rounds) { round in
      let (source, derived) = pairs[round]
      source.cancel()
      if !derived.isSettled { missed.add() }
    } _: { round in
      pairs[round].1.cancel()
    }
    #expect(missed.value == 0)
  }
}
