#if canImport(Glibc)
import Dispatch
import Futures
import Testing

/// Loops leave nothing behind, however long they run.
@Suite(.serialized) struct ConstantMemoryStressTests {
  private static let steps = 1_000_000
  private static let limit = 20 << 20

  /// Resident memory that `body` added, once the allocator has warmed up.
  private func growth(_ body: () -> Void) -> Int {
    body()
    let before = residentMemory()
    body()
    return residentMemory() - before
  }

  @Test func flatMapRecursionOverSettledFutures() {
    @Sendable func count(_ left: Int) -> Future<Int, any Error> {
      left == 0 ? Future(value: 7) : Future(value: left).flatMap { count($0 - 1) }
    }
    let grown = growth {
      onSmallStack { #expect(count(Self.steps).value == 7) }
    }
    #expect(grown < Self.limit)
  }

  @Test func flatMapRecursionOverAQueue() {
    let queue = ExecutionContext.queue(DispatchQueue(label: "recursion"))
    @Sendable func count(_ left: Int) -> Future<Int, any Error> {
      left == 0 ? Future(value: 7) : Future(value: left).flatMap(on: queue) { count($0 - 1) }
    }
    let grown = growth { #expect(self.block(count(Self.steps)) == 7) }
    #expect(grown < Self.limit)
  }

  @Test func flatMapRecursionOverPromisesCompletedLater() {
    let queue = DispatchQueue(label: "later")
    @Sendable func later() -> Future<Void, any Error> {
      Future { promise in queue.async { promise.succeed() } }
    }
    @Sendable func count(_ left: Int) -> Future<Int, any Error> {
      left == 0 ? Future(value: 7) : later().flatMap { count(left - 1) }
    }
    let grown = growth { #expect(self.block(count(Self.steps)) == 7) }
    #expect(grown < Self.limit)
  }

  @Test func recoveryRecursion() {
    struct Again: Error {}
    @Sendable func attempt(_ left: Int) -> Future<Int, any Error> {
      left == 0
        ? Future(value: 7)
        : Future(error: Again()).recoverWith { (_: any Error) in attempt(left - 1) }
    }
    let grown = growth {
      onSmallStack { #expect(attempt(Self.steps).value == 7) }
    }
    #expect(grown < Self.limit)
  }

  @Test func repeatWhileOverSettledFutures() {
    let counter = Counter()
    let rounds = StressSize.isLong ? 10_000_000 : 1_000_000
    let grown = growth {
      counter.add(-counter.value)
      onSmallStack {
        let loop = Future<Void, Never>.repeatWhile({ counter.value < rounds }) {
          counter.add()
          return Future()
        }
        #expect(loop.isCompleted)
      }
    }
    #expect(counter.value == rounds)
    #expect(grown < Self.limit)
  }

  @Test func repeatWhileOverFuturesSettledLater() {
    let counter = Counter()
    let queue = DispatchQueue(label: "rounds")
    let grown = growth {
      counter.add(-counter.value)
      let loop = Future<Void, Never>.repeatWhile({ counter.value < Self.steps }) {
        Future { promise in
          queue.async {
            counter.add()
            promise.succeed()
          }
        }
      }
      self.block(loop)
    }
    #expect(grown < Self.limit)
  }

  @Test func retryOfFailuresThatComeAtOnce() {
    struct Again: Error {}
    let policy = RetryPolicy(attempts: Self.steps)
    let grown = growth {
      onSmallStack {
        let result = Future<Int, any Error>.retry(policy) { attempt in
          attempt < Self.steps ? Future(error: Again()) : Future(value: attempt)
        }
        #expect(result.value == Self.steps)
      }
    }
    #expect(grown < Self.limit)
  }

  @Test func observersThatWereTakenBackDoNotPileUp() {
    let never = Promise<Int, any Error>()
    let grown = growth {
      for _ in 0..<(Self.steps / 5) {
        let source = CancellationSource()
        never.future.onComplete(cancellation: source.token) { _ in }
        source.cancel()
      }
    }
    #expect(grown < Self.limit)
  }

  @Test func racesAgainstALongLivedFutureLeaveNothingBehind() {
    let shutdown = Promise<Int, any Error>()
    let grown = growth {
      for _ in 0..<(Self.steps / 5) {
        let request = Promise<Int, any Error>()
        let first = [request.future, shutdown.future].firstCompleted()
        request.succeed(1)
        #expect(first.value == 1)
      }
    }
    #expect(grown < Self.limit)
  }

  @discardableResult
  private func block<Value>(_ future: Future<Value, any Error>) -> Value? {
    try? future.wait()?.get()
  }

  private func block(_ future: Future<Void, Never>) { _ = future.wait() }
}
#endif
