import BrightFuturesCompat
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct FlatMapTests {
  @Test func adoptsTheFutureOfItsClosure() async throws {
    let next = Promise<String, Oops>()
    let joined = Future<Int, Oops>(value: 1).flatMap(immediateExecutionContext) { _ in next.future }
    #expect(!joined.isCompleted)
    next.success("done")
    #expect(joined.value == "done")
    let default_ = Future<Int, Oops>(value: 1).flatMap { Future<Int, Oops>(value: $0 + 1) }
    #expect(try await default_.get() == 2)
  }

  @Test(arguments: [true, false])
  func adoptsAFailureOfThatFuture(inline: Bool) {
    let context = inline ? immediateExecutionContext : CountingContext().closure
    let joined = Future<Int, Oops>(value: 1).flatMap(context) { _ in
      Future<Int, Oops>(error: .second)
    }
    #expect(joined.error == .second)
  }

  @Test(arguments: [true, false])
  func aFailurePassesAndTheClosureIsNotRun(inline: Bool) {
    let calls = Counter()
    let context = inline ? immediateExecutionContext : CountingContext().closure
    let joined = Future<Int, Oops>(error: .first).flatMap(context) { value -> Future<Int, Oops> in
      calls.add()
      return Future(value: value)
    }
    #expect(joined.error == .first)
    #expect(calls.value == 0)
  }

  @Test(arguments: [true, false])
  func aClosureThatGivesAResultCanFail(inline: Bool) {
    let context = inline ? immediateExecutionContext : CountingContext().closure
    func half(_ number: Int) -> Future<Int, Oops> {
      Future<Int, Oops>(value: number).flatMap(context) { number -> Result<Int, Oops> in
        number % 2 == 0 ? .success(number / 2) : .failure(.first)
      }
    }
    #expect(half(4).value == 2)
    #expect(half(5).error == .first)
  }

  @Test func aClosureThatGivesAResultRunsOnTheDefaultContext() async throws {
    let doubled = Future<Int, Oops>(value: 2).flatMap { Result<Int, Oops>.success($0 * 2) }
    #expect(try await doubled.get() == 4)
  }

  @Test func runsOnTheGivenContext() {
    let context = ManualContext()
    let joined = Future<Int, Oops>(value: 1).flatMap(context.closure) { Future(value: $0 + 1) }
    #expect(!joined.isCompleted)
    context.runAll()
    #expect(joined.value == 2)
  }

  @Test func flattenWaitsForTheInnerFuture() {
    let inner = Promise<Int, Oops>()
    let flat = Future<Future<Int, Oops>, Oops>(value: inner.future).flatten()
    #expect(!flat.isCompleted)
    inner.success(3)
    #expect(flat.value == 3)
    #expect(Future<Future<Int, Oops>, Oops>(error: .first).flatten().error == .first)
  }

  @Test func recursionWithoutEndNeedsNoStack() {
    @Sendable func count(to limit: Int, from number: Int = 0) -> Future<Int, Never> {
      if number == limit { return Future(value: number) }
      return Future<Int, Never>(value: number + 1)
        .flatMap(immediateExecutionContext) { count(to: limit, from: $0) }
    }
    onSmallStack { #expect(count(to: 100_000).value == 100_000) }
  }
}
