#if canImport(Glibc)
import Dispatch
import Futures
import TestSupport
import Testing

/// Checks that loops leave no memory behind, however long they run.
///
/// Each test measures the memory of a separate process, where no other test runs.
@Suite(.serialized) struct ConstantMemoryStressTests {

  @Test func flatMapRecursionOverSettledFutures() async {
    await #expect(processExitsWith: .success) {
      @Sendable func count(_ left: Int) -> Future<Int, any Error> {
        left == 0 ? Future(value: 7) : Future(value: left).flatMap { count($0 - 1) }
      }
      let grown = growth { steps in
        onSmallStack { #expect(count(steps).currentValue == 7) }
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func flatMapRecursionOverAQueue() async {
    await #expect(processExitsWith: .success) {
      let queue = ExecutionContext.queue(DispatchQueue(label: "recursion"))
      @Sendable func count(_ left: Int) -> Future<Int, any Error> {
        left == 0 ? Future(value: 7) : Future(value: left).on(queue).flatMap { count($0 - 1) }
      }
      let grown = growth { steps in
        #expect(block(count(steps)) == 7)
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func flatMapRecursionOverPromisesCompletedLater() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "later")
      @Sendable func later() -> Future<Void, any Error> {
        Future.withPromise { promise in queue.async { promise.succeed() } }
      }
      @Sendable func count(_ left: Int) -> Future<Int, any Error> {
        left == 0 ? Future(value: 7) : later().flatMap { count(left - 1) }
      }
      let grown = growth { steps in
        #expect(block(count(steps)) == 7)
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func aRecursionOfRecoveriesDoesNotGrow() async {
    await #expect(processExitsWith: .success) {
      struct Again: Error {}
      @Sendable func attempt(_ left: Int) -> Future<Int, any Error> {
        left == 0
          ? Future(value: 7)
          : Future(error: Again()).flatMapError { (_: any Error) in attempt(left - 1) }
      }
      let grown = growth { steps in
        onSmallStack { #expect(attempt(steps).currentValue == 7) }
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func repeatWhileOverSettledFutures() async {
    await #expect(processExitsWith: .success) {
      let counter = Counter()
      let grown = growth { steps in
        let rounds = (StressSize.isLong ? 10 : 2) * steps
        counter.add(-counter.value)
        onSmallStack {
          let loop = Future<Void, Never>.repeatWhile(on: .inline, { counter.value < rounds }) {
            counter.add()
            return Future()
          }
          #expect(loop.isSettled)
        }
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func repeatWhileOverFuturesSettledLater() async {
    await #expect(processExitsWith: .success) {
      let counter = Counter()
      let queue = DispatchQueue(label: "rounds")
      let grown = growth { steps in
        counter.add(-counter.value)
        let loop = Future<Void, Never>.repeatWhile(on: .inline, { counter.value < steps }) {
          Future.withPromise { promise in
            queue.async {
              counter.add()
              promise.succeed()
            }
          }
        }
        block(loop)
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func retryOfFailuresThatComeAtOnce() async {
    await #expect(processExitsWith: .success) {
      struct Again: Error {}
      let grown = growth { steps in
        onSmallStack {
          let result = Future<Int, any Error>.retry(RetryPolicy(attempts: steps)) {
            let attempt = RetryPolicy.currentAttempt
            return attempt < steps ? Future(error: Again()) : Future(value: attempt)
          }
          #expect(result.currentValue == steps)
        }
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func observersThatWereTakenBackDoNotPileUp() async {
    await #expect(processExitsWith: .success) {
      let never = Promise<Int, any Error>()
      let grown = growth { steps in
        for _ in 0..<(steps / 5) {
          let source = CancellationSource()
          never.future.onComplete(cancellation: source.token) { _ in }
          source.cancel()
        }
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func racesAgainstALongLivedFutureLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let shutdown = Promise<Int, any Error>()
      let grown = growth { steps in
        for _ in 0..<(steps / 5) {
          let request = Promise<Int, any Error>()
          let first = [request.future, shutdown.future].firstCompleted()
          request.succeed(1)
          #expect(first.currentValue == 1)
        }
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func childrenThatAreGoneDoNotPileUpInTheirParent() async {
    await #expect(processExitsWith: .success) {
      let parent = CancellationSource()
      let grown = growth { steps in
        for _ in 0..<(steps / 2) {
          let child = CancellationSource(linkedTo: parent.token)
          child.token.onCancel {}
        }
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func linksOfDisposedChildrenDoNotPileUpInTheirParent() async {
    await #expect(processExitsWith: .success) {
      let parent = CancellationSource()
      let grown = growth { steps in
        for _ in 0..<(steps / 2) { CancellationSource(linkedTo: parent.token).dispose() }
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func registrationsThatEndedDoNotPileUp() async {
    await #expect(processExitsWith: .success) {
      let source = CancellationSource()
      let grown = growth { steps in
        for _ in 0..<(2 * steps) { source.token.onCancel {}.dispose() }
      }
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }
}

private var steps: Int { StressSize.isLong ? 1_000_000 : 100_000 }

/// The maximum bytes that all steps together may add; a cell takes more than a hundred.
private var limit: Int { 20 * steps }

/// Returns how much many steps add to the process's peak memory, after a number of them.
private func growth(_ body: (_ steps: Int) -> Void) -> Int {
  body(10_000)
  let before = ResidentMemory.now
  body(steps)
  return ResidentMemory.peak - before
}

@discardableResult
private func block<Value>(_ future: Future<Value, any Error>) -> Value? {
  try? future.wait()?.get()
}

private func block(_ future: Future<Void, Never>) { _ = future.wait() }
#endif
