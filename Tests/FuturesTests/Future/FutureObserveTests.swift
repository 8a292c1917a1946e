import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureObserveTests {
  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.second)])
  func onCompleteSeesEitherOutcome(_ outcome: Result<Int, TestError>) {
    let promise = Promise<Int, TestError>()
    let seen = Log<Result<Int, TestError>>()
    promise.future.onComplete { seen.add($0) }
    #expect(seen.all == [])
    promise.complete(outcome)
    #expect(seen.all == [outcome])
  }

  @Test func onSuccessSeesOnlyValues() {
    let seen = Log<Int>()
    Future<Int, TestError>(value: 1).onSuccess { seen.add($0) }
    Future<Int, TestError>(error: .first).ignoringFailure().onSuccess { seen.add($0) }
    #expect(seen.all == [1])
  }

  @Test func onFailureSeesOnlyErrors() {
    let seen = Log<TestError>()
    Future<Int, TestError>(value: 1).onFailure { seen.add($0) }
    Future<Int, TestError>(error: .first).onFailure { seen.add($0) }
    #expect(seen.all == [.first])
  }

  @Test func cancellationIsNoFailure() {
    let seen = Log<String>()
    func observe<Failure>(_ future: Future<Int, Failure>) -> Future<Int, Failure> {
      future.onSuccess { _ in seen.add("success") }
        .onFailure { _ in seen.add("failure") }
        .on(.inline).onFailure { _ in seen.add("failure") }
        .onFailure(for: seen) { _, _ in seen.add("failure") }
    }
    observe(Future<Int, any Error>.never).cancel()
    observe(Future<Int, StoppableError>.never).cancel()
    _ = observe(Future<Int, any Error>(error: CancellationError()))
    #expect(seen.all == [])
    _ = observe(Future<Int, any Error>(error: TestError.first))
    #expect(seen.all == ["failure", "failure", "failure"])
    _ = observe(Future<Int, Never>(value: 1))
    #expect(seen.all.dropFirst(3) == ["success"])
  }

  @Test func aSettledFutureCallsTheObserverInsideTheRegistration() {
    let log = Log<String>()
    Future<Int, TestError>(value: 1).onSuccess { _ in log.add("observer") }
    log.add("after")
    #expect(log.all == ["observer", "after"])
  }

  @Test func observersRunInRegistrationOrder() {
    let promise = Promise<Int, TestError>()
    let log = Log<Int>()
    for index in 0..<50 {
      switch index % 3 {
      case 0: promise.future.onComplete { _ in log.add(index) }
      case 1: promise.future.onSuccess { _ in log.add(index) }
      default: promise.future.map { $0 }.onSuccess { _ in log.add(index) }
      }
    }
    promise.succeed(0)
    #expect(log.all == Array(0..<50))
  }

  @Test func aWholeBranchRunsBeforeTheNextObserver() {
    let promise = Promise<Int, TestError>()
    let log = Log<String>()
    let first = promise.future.map { $0 }
    first.map { $0 }.onSuccess { _ in log.add("grandchild") }
    first.onSuccess { _ in log.add("child") }
    promise.future.onSuccess { _ in log.add("sibling") }
    promise.succeed(1)
    #expect(log.all == ["grandchild", "child", "sibling"])
  }

  @Test func everyObserverIsCalledExactlyOnce() {
    let promise = Promise<Int, TestError>()
    let calls = Counter()
    for _ in 0..<10 { promise.future.onComplete { _ in calls.add() } }
    promise.succeed(1)
    promise.fail(.first)
    #expect(calls.value == 10)
  }

  @Test func registrationReturnsTheSameFuture() {
    let promise = Promise<Int, TestError>()
    let calls = Counter()
    let same = promise.future
      .onSuccess { _ in calls.add() }
      .onFailure { _ in calls.add() }
      .onComplete { _ in calls.add() }
    promise.succeed(2)
    #expect(same.currentValue == 2)
    #expect(calls.value == 2)
  }

  @Test func anObserverMayRegisterAnotherOnTheSameFuture() {
    let promise = Promise<Int, TestError>()
    let future = promise.future
    let log = Log<String>()
    future.onSuccess { _ in
      log.add("outer begins")
      future.onSuccess { _ in log.add("inner") }
      log.add("outer ends")
    }
    future.onSuccess { _ in log.add("second") }
    promise.succeed(1)
    #expect(log.all == ["outer begins", "inner", "outer ends", "second"])
  }

  @Test func anObserverMayCompleteAnotherPromise() {
    let first = Promise<Int, TestError>()
    let second = Promise<Int, TestError>()
    let log = Log<String>()
    first.future.onSuccess {
      second.succeed($0 + 1)
      log.add("first")
    }
    second.future.onSuccess { log.add("second \($0)") }
    first.succeed(1)
    #expect(log.all == ["second 2", "first"])
  }

  @Test func observersAreHandedToTheContextInOrder() {
    let promise = Promise<Int, TestError>()
    let manual = ManualContext()
    let log = Log<Int>()
    for index in 0..<5 { promise.future.on(manual.context).onSuccess { _ in log.add(index) } }
    #expect(manual.pendingCount == 0)
    promise.succeed(1)
    #expect(log.all == [])
    manual.runAll()
    #expect(log.all == [0, 1, 2, 3, 4])
  }

  @Test func observersThatAreNestedTooDeepRunInOrder() {
    let settled = Future<Int, TestError>(value: 1)
    let log = Log<Int>()
    @Sendable func nest(_ depth: Int) {
      guard depth < 100 else {
        for index in 0..<10 {
          let promise = Promise<Int, TestError>()
          promise.future.onComplete { _ in log.add(index) }
          promise.succeed(1)
        }
        return
      }
      settled.onComplete { _ in nest(depth + 1) }
    }
    nest(0)
    #expect(log.all == Array(0..<10))
  }

  @Test func anObserverIsReleasedBeforeTheNextOneRuns() {
    let promise = Promise<Int, TestError>()
    let references = Log<WeakReference>()
    let kept = Log<Bool>()
    for index in 0..<10 {
      let tracked = Tracked()
      references.add(WeakReference(tracked))
      promise.future.onComplete { _ in
        tracked.touch()
        for reference in references.all.prefix(index) { kept.add(!reference.isGone) }
      }
    }
    #expect(references.all.allSatisfy { !$0.isGone })
    promise.succeed(1)
    #expect(kept.all == Array(repeating: false, count: 45))
  }

  @Test func aJobThatIsRunTwiceCallsTheObserverOnce() {
    let jobs = Log<ExecutionContext.Job>()
    let calls = Counter()
    Future<Int, TestError>(value: 1).on(.custom { jobs.add($0) }).onSuccess { _ in calls.add() }
    jobs.all.first?()
    jobs.all.first?()
    #expect(calls.value == 1)
  }
}
