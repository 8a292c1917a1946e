import BrightFuturesCompat
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct SequenceTests {
  private let inline = immediateExecutionContext

  // MARK: fold

  @Test func foldCombinesInListOrderWhateverSettlesFirst() {
    let promises = (0..<4).map { _ in Promise<Int, Oops>() }
    let text = promises.map(\.future).fold(inline, zero: "") { $0 + "\($1)" }
    for (index, promise) in promises.enumerated().reversed() {
      #expect(!text.isCompleted)
      promise.success(index)
    }
    #expect(text.value == "0123")
  }

  @Test func foldFailsWithTheFirstFailureInListOrder() {
    let slow = Promise<Int, Oops>()
    let sum = [slow.future, Future(error: .second)].fold(inline, zero: 0) { $0 + $1 }
    #expect(!sum.isCompleted)
    slow.failure(.first)
    #expect(sum.error == .first)
  }

  @Test func foldOfNothingIsZero() async throws {
    #expect(try await [Future<Int, Oops>]().fold(7) { $0 + $1 }.get() == 7)
  }

  @Test func foldRunsItsClosureOnTheGivenContext() {
    let context = ManualContext()
    let sum = [Future<Int, Oops>(value: 1), Future(value: 2)].fold(context.closure, zero: 0) {
      $0 + $1
    }
    #expect(!sum.isCompleted)
    #expect(context.runAll() == 2)
    #expect(sum.value == 3)
  }

  @MainActor
  @Test func withoutAContextTheGlobalQueueIsUsedAlsoOnMain() async throws {
    let isMain: @Sendable () -> Bool = { MarkedQueue.main.isCurrent }
    let one = Future<Int, Oops>(value: 1)
    nonisolated func elsewhere() -> (Future<Bool, Oops>, Future<Int, BrightFuturesError<Oops>>) {
      ([one].fold(false) { _, _ in isMain() }, [one].find { _ in !isMain() })
    }
    let (folded, found) = elsewhere()
    let promise = Promise<Int, Oops>()
    let walked = [promise.future].traverse { $0 }.map(immediateExecutionContext) { _ in isMain() }
    promise.success(1)
    #expect(try await !folded.get())
    #expect(try await found.get() == 1)
    #expect(try await !walked.get())
    #expect(try await [one].fold(false) { _, _ in isMain() }.get())
    #expect(try await [one].find { _ in isMain() }.get() == 1)
  }

  // MARK: traverse

  @Test func traverseCallsItsClosureForAllElementsInTheCall() {
    let log = Log<Int>()
    let context = ManualContext()
    let all = [1, 2, 3].traverse(context.closure) { number -> Future<Int, Oops> in
      log.add(number)
      return Future(value: number * 10)
    }
    #expect(log.all == [1, 2, 3])
    #expect(!all.isCompleted, "the context is used to collect")
    context.runAll()
    #expect(all.value == [10, 20, 30])
  }

  @Test func traverseUsesItsContextOnceForEachElement() {
    let context = CountingContext()
    let all = [1, 2, 3].traverse(context.closure) { Future<Int, Oops>(value: $0) }
    #expect(all.value == [1, 2, 3])
    #expect(context.submissions.value == 3)
  }

  @Test func traverseUsesItsContextUpToTheFirstFailure() {
    let context = CountingContext()
    let futures = [Future<Int, Oops>(value: 1), Future(error: .first), Future(value: 3)]
    #expect(futures.traverse(context.closure) { $0 }.error == .first)
    #expect(context.submissions.value == 2)
  }

  @Test func traverseOfNothingHasSettledWithoutItsContext() {
    let context = CountingContext()
    #expect([Int]().traverse(context.closure) { Future<Int, Oops>(value: $0) }.value == [])
    #expect(context.submissions.value == 0)
    #expect([Int]().traverse { Future<Int, Oops>(value: $0) }.value == [])
  }

  @Test func traverseKeepsTheOrderOfTheInput() async throws {
    let promises = (0..<5).map { _ in Promise<Int, Oops>() }
    let all = (0..<5).traverse { promises[$0].future }
    for index in [3, 0, 4, 2, 1] { promises[index].success(index) }
    #expect(try await all.get() == [0, 1, 2, 3, 4])
  }

  @Test func traverseFailsWithTheFirstFailureInListOrder() {
    let slow = Promise<Int, Oops>()
    let all = [slow.future, Future(error: .second)].traverse(inline) { $0 }
    slow.failure(.first)
    #expect(all.error == .first)
  }

  // MARK: sequence

  @Test func sequenceCollectsInline() {
    let promise = Promise<Int, Oops>()
    let all = [promise.future, Future(value: 2)].sequence()
    promise.success(1)
    #expect(all.value == [1, 2])
  }

  @Test func sequenceOfNothingIsAnEmptyArray() {
    #expect([Future<Int, Oops>]().sequence().value == [])
  }

  @Test func theSameFutureMayBeInASequenceSeveralTimes() {
    let promise = Promise<Int, Oops>()
    let future = promise.future
    let all = [future, future, future].sequence()
    promise.success(1)
    #expect(all.value == [1, 1, 1])
  }

  @Test func longSequencesNeedNoStack() {
    onSmallStack {
      let count = StressSize.links / 5
      let promises = (0..<count).map { _ in Promise<Int, Never>() }
      let futures = promises.map(\.future)
      let all = futures.sequence()
      let sum = futures.fold(immediateExecutionContext, zero: 0) { $0 + $1 }
      let walked = futures.traverse(immediateExecutionContext) { $0 }
      let walkedOnContext = futures.traverse(CountingContext().closure) { $0 }
      for promise in promises.reversed() { promise.success(1) }
      #expect(all.value?.count == count)
      #expect(sum.value == count)
      #expect(walked.value?.count == count)
      #expect(walkedOnContext.value?.count == count)
    }
  }

  @Test func sequenceOfResultsGivesTheValuesOrTheFirstFailure() {
    #expect([Result<Int, Oops>.success(1), .success(2)].sequence() == .success([1, 2]))
    #expect(
      [Result<Int, Oops>.success(1), .failure(.second), .failure(.first)].sequence()
        == .failure(.second)
    )
  }

  // MARK: find

  @Test func findGivesTheFirstMatchInListOrder() {
    let slow = Promise<Int, Oops>()
    let found = [slow.future, Future(value: 5)].find(inline) { $0 > 3 }
    #expect(!found.isCompleted, "it waits for all of them")
    slow.success(4)
    #expect(found.value == 4)
  }

  @Test func findFailsWithNoSuchElementIfNothingMatches() async {
    let found = [Future<Int, Oops>(value: 1), Future(value: 2)].find { $0 > 3 }
    await #expect(throws: BrightFuturesError<Oops>.noSuchElement) { try await found.get() }
  }

  @Test func findFailsIfAnyFutureFailsEvenAfterAMatch() {
    let found = [Future<Int, Oops>(value: 4), Future(error: .first)].find(inline) { $0 > 3 }
    #expect(found.error == .external(.first))
  }

  @Test func findRunsItsConditionOnTheGivenContext() {
    let context = ManualContext()
    let found = [Future<Int, Oops>(value: 4)].find(context.closure) { $0 > 3 }
    #expect(!found.isCompleted)
    context.runAll()
    #expect(found.value == 4)
  }

  // MARK: firstCompleted

  @Test func firstCompletedTakesWhicheverSettlesFirst() async {
    let promises = (0..<3).map { _ in Promise<Int, Oops>() }
    let first = promises.map(\.future).firstCompleted()
    promises[1].failure(.second)
    promises[0].success(1)
    await #expect(throws: Oops.second) { try await first.get() }
  }

  @MainActor
  @Test func firstCompletedSettlesOnTheGlobalQueue() async throws {
    let isMain: @Sendable () -> Bool = { MarkedQueue.main.isCurrent }
    let promise = Promise<Int, Oops>()
    let first = [promise.future, Future()].firstCompleted()
    let place = first.map(immediateExecutionContext) { _ in isMain() }
    promise.success(1)
    #expect(try await !place.get())
  }

  @Test func firstCompletedOfNothingNeverSettles() {
    #expect(![Future<Int, Oops>]().firstCompleted().isCompleted)
  }

  @Test func firstCompletedWorksForAsyncs() async {
    let first = [Async<Int>(), Async(result: 2)].firstCompleted()
    #expect(await first.get() == 2)
  }
}
