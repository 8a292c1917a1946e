import Dispatch
import Futures
import Testing
import TestSupport

@Suite struct FutureCreationTests {
  @Test func aFutureOfAValueHasSucceeded() {
    let future = Future<Int, TestError>(value: 3)
    #expect(future.isSettled)
    #expect(future.currentResult == .success(3))
  }

  @Test func aFutureOfAnErrorHasFailed() {
    let future = Future<Int, TestError>(error: .first)
    #expect(future.isSettled)
    #expect(future.currentResult == .failure(.first))
  }

  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.second)])
  func aFutureOfAResultHasThatOutcome(_ result: Result<Int, TestError>) {
    #expect(Future(result: result).currentResult == result)
  }

  @Test func aFutureOfVoidNeedsNoValue() {
    #expect(Future<Void, TestError>().currentValue != nil)
  }

  @Test func aValueThatIsLargerThanTheCellComesBackWhole() {
    let large = (1, 2.5, "three", [4], UInt8(5), "six")
    let value = Future<(Int, Double, String, [Int], UInt8, String), TestError>(value: large)
      .currentValue
    #expect(value?.0 == 1)
    #expect(value?.1 == 2.5)
    #expect(value?.2 == "three")
    #expect(value?.3 == [4])
    #expect(value?.4 == 5)
    #expect(value?.5 == "six")
  }

  @Test func aValueWithWideAlignmentComesBackWhole() {
    let vector = SIMD4<Double>(1, 2, 3, 4)
    let future = Future<SIMD4<Double>, TestError>(value: vector)
    #expect(future.currentValue == vector)
    #expect(future.map { $0 + $0 }.currentValue == vector + vector)
  }

  @Test func anOptionalValueOfNilIsAValue() {
    let future = Future<Int?, TestError>(value: nil)
    #expect(future.currentResult == .success(nil))
    #expect(future.isSettled)
  }

  @Test func aFutureMayHoldAFuture() {
    let future = Future<Future<Int, TestError>, TestError>(value: Future(value: 8))
    #expect(future.currentValue?.currentValue == 8)
  }

  @Test func theScopeRunsInsideTheInitialiser() {
    let log = Log<String>()
    let future = Future<Int, TestError>.withPromise { promise in
      log.add("scope")
      promise.succeed(1)
    }
    log.add("after")
    #expect(log.all == ["scope", "after"])
    #expect(future.currentValue == 1)
  }

  @Test func theScopeMayKeepThePromiseForLater() {
    let kept = Box<Promise<Int, TestError>?>(nil)
    let future = Future<Int, TestError>.withPromise { kept.value = $0 }
    #expect(!future.isSettled)
    kept.value?.succeed(2)
    #expect(future.currentValue == 2)
  }

  @Test func aScopeThatForgetsThePromiseFailsTheFuture() {
    let future = Future<Int, any Error>.withPromise { _ in }
    #expect(future.currentError is BrokenPromise)
  }

  @Test func runGivesWhatTheClosureReturns() async throws {
    let future = Future<Int, any Error>(run: { 6 * 7 })
    #expect(try await future.value == 42)
  }

  @Test func runFailsWithWhatTheClosureThrows() async {
    let future = Future<Int, TestError>(run: { () throws(TestError) in throw .third })
    #expect(await future.result == .failure(.third))
  }

  @Test func runUsesTheContext() {
    let submitted = Counter()
    let context = ExecutionContext.custom { job in
      submitted.add()
      job()
    }
    let future = Future<Int, TestError>(on: context, run: { 5 })
    #expect(future.currentValue == 5)
    #expect(submitted.value == 1)
  }

  @Test func runOnTheDefaultContextLeavesTheCallersThread() async {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "caller")
    queue.setSpecific(key: key, value: true)
    let wasOnQueue: Bool = await Future<Future<Bool, Never>, Never>.withPromise { promise in
      queue.async {
        promise.succeed(Future(run: { DispatchQueue.getSpecific(key: key) == true }))
      }
    }.flatMap { $0 }.value
    #expect(!wasOnQueue)
  }

  @Test func runWithACancelledTokenNeverCallsTheClosure() {
    let source = CancellationSource()
    source.cancel()
    let calls = Counter()
    let future = Future<Int, any Error>(
      on: .inline,
      cancellation: source.token,
      run: { calls.add() }
    )
    #expect(future.currentError is CancellationError)
    #expect(calls.value == 0)
  }

  @Test func neverIsPending() {
    let future = Future<Int, TestError>.never
    #expect(!future.isSettled)
    #expect(future.currentResult == nil)
  }

  @Test func whatIsDerivedFromNeverStaysPendingWhenItIsDropped() {
    let derived = Future<Int, any Error>.never.map { $0 + 1 }
    #expect(!derived.isSettled)
  }
}
