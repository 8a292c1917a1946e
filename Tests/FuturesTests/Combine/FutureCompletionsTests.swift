import Futures
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct FutureCompletionsTests {
  @Test func givesTheOutcomesInTheOrderOfCompletion() async {
    let promises = (0..<3).map { _ in Promise<Int, TestError>() }
    var iterator = promises.map(\.future).completions().makeAsyncIterator()
    promises[2].succeed(2)
    promises[0].fail(.first)
    promises[1].succeed(1)
    var seen: [(offset: Int, result: Result<Int, TestError>)] = []
    while let element = await iterator.next() { seen.append(element) }
    #expect(seen.map(\.offset) == [2, 0, 1])
    #expect(seen.map(\.result) == [.success(2), .failure(.first), .success(1)])
  }

  @Test func settledFuturesComeInInputOrder() async {
    var offsets: [Int] = []
    let futures = (0..<5).map { Future<Int, Never>(value: $0) }
    for await (offset, result) in futures.completions() {
      #expect(result == .success(offset))
      offsets.append(offset)
    }
    #expect(offsets == [0, 1, 2, 3, 4])
  }

  @Test func endsAtOnceWithoutFutures() async {
    for await _ in [Future<Int, Never>]().completions() {
      Issue.record("there was nothing to complete")
    }
  }

  @Test func theSameFutureMayOccurTwice() async {
    let promise = Promise<Int, Never>()
    var iterator = [promise.future, promise.future].completions().makeAsyncIterator()
    promise.succeed(1)
    #expect(await iterator.next()?.offset == 0)
    #expect(await iterator.next()?.offset == 1)
    #expect(await iterator.next() == nil)
  }

  @Test func waitsForWhatIsPending() async {
    let promise = Promise<Int, TestError>()
    let completions = [promise.future].completions()
    let task = Task {
      var values: [Int] = []
      for await (_, result) in completions {
        if case .success(let value) = result { values.append(value) }
      }
      return values
    }
    promise.succeed(4)
    #expect(await task.value == [4])
  }

  @Test func eachIterationStartsAnew() async {
    let completions = [Future<Int, Never>(value: 1)].completions()
    for _ in 0..<2 {
      var count = 0
      for await _ in completions { count += 1 }
      #expect(count == 1)
    }
  }

  @Test func everyOutcomeOfManyThreadsArrives() async {
    let futures = (0..<500).map { index in Future<Int, Never>(on: .global(), run: { index }) }
    var seen: Set<Int> = []
    for await (offset, result) in futures.completions() {
      #expect(result == .success(offset))
      seen.insert(offset)
    }
    #expect(seen.count == 500)
  }

  @Test func cancellingTheTaskEndsTheLoopAndNotTheFutures() async {
    let promise = Promise<Int, any Error>()
    let completions = [promise.future].completions()
    let task = Task {
      var count = 0
      for await _ in completions { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
    #expect(!promise.future.isSettled)
    promise.succeed(1)
    #expect(promise.future.currentValue == 1)
  }

  @Test func leavingTheLoopLeavesTheOtherFuturesAlone() async {
    let promise = Promise<Int, Never>()
    for await (offset, _) in [promise.future, Future(value: 2)].completions() {
      #expect(offset == 1)
      break
    }
    #expect(!promise.future.isSettled)
    promise.succeed(1)
    #expect(promise.future.currentValue == 1)
  }
}
