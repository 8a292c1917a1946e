import BrightFuturesCompat
import Dispatch
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct FutureCreationTests {
  @Test func ofAValueAnErrorOrAResultItIsSettledAtOnce() {
    #expect(Future<Int, Oops>(value: 1).value == 1)
    #expect(Future<Int, Oops>(error: .first).error == .first)
    #expect(Future<Int, Oops>(result: .success(2)).result == .success(2))
    #expect(Future<Int, Oops>(result: .failure(.second)).result == .failure(.second))
  }

  @Test func withADelayItSettlesLater() async {
    #expect(await Future<Int, Never>(value: 1, delay: .milliseconds(1)).get() == 1)
    await #expect(throws: Oops.first) {
      try await Future<Int, Oops>(error: .first, delay: .milliseconds(1)).get()
    }
    let result = Future<Int, Oops>(result: .success(3), delay: .milliseconds(1))
    #expect(try! await result.get() == 3)
  }

  @Test func withADelayItIsPendingUntilThen() {
    let later = Future<Int, Never>(value: 1, delay: .seconds(3600))
    #expect(!later.isCompleted)
  }

  @MainActor
  @Test func withADelayItSettlesOnTheGlobalQueueAlsoIfMadeOnMain() async throws {
    let isMain: @Sendable () -> Bool = { MarkedQueue.main.isCurrent }
    for delay in [5, 50, 500, 5000] {
      let value = Future<Int, Never>(value: 1, delay: .milliseconds(delay))
        .map(immediateExecutionContext) { _ in isMain() }
      let error = Future<Int, Oops>(error: .first, delay: .milliseconds(delay))
        .recover(context: immediateExecutionContext) { _ in isMain() ? 1 : 0 }
      // A closure that comes after the end runs here.
      if value.isCompleted || error.isCompleted { continue }
      #expect(await !value.get())
      #expect(await error.get() == 0)
      return
    }
    Issue.record("the delays were over before a closure could be registered")
  }

  @Test func theResolverRunsSynchronously() {
    let log = Log<String>()
    let future = Future<Int, Oops> { complete in
      log.add("resolver")
      complete(.success(1))
      log.add("completed")
    }
    log.add("made")
    #expect(log.all == ["resolver", "completed", "made"])
    #expect(future.value == 1)
  }

  @Test func theResolversClosureMayBeCalledFromAnyThread() async {
    let future = Future<Int, Oops> { complete in
      DispatchQueue.global().async { complete(.failure(.second)) }
    }
    await #expect(throws: Oops.second) { try await future.get() }
  }

  @Test func theResolversClosureKeepsTheFutureCompletable() {
    let kept = Box<Kept?>(nil)
    let log = Log<Int>()
    Future<Int, Never> { complete in kept.value = Kept(complete: complete) }
      .onSuccess(immediateExecutionContext) { log.add($0) }
    kept.value?.complete(.success(9))
    #expect(log.all == [9])
  }

  @Test func withoutArgumentsItNeverSettles() {
    let never = Future<Int, any Error>()
    #expect(!never.isCompleted && never.result == nil)
    #expect(!never.map(immediateExecutionContext) { $0 }.isCompleted)
  }

  @Test func mirrorsAnotherWithTheSameResult() {
    let promise = Promise<Int, Oops>()
    let mirror = Future(other: promise.future)
    #expect(!mirror.isCompleted)
    promise.failure(.first)
    #expect(mirror.error == .first)
    #expect(Future(other: Async<Result<Int, Oops>>(result: .success(1))).value == 1)
  }

  @Test func describesItselfWithTypesAndOutcome() {
    #expect("\(Future<Int, Oops>())" == "Async<Result<Int, Oops>>(nil)")
    #expect("\(Future<Int, Oops>(value: 1))".contains("success(1)"))
    #expect(String(reflecting: Future<Int, Oops>(error: .first)).contains("Oops.first"))
  }
}

private struct Kept: Sendable {
  let complete: @Sendable (Result<Int, Never>) -> Void
}
