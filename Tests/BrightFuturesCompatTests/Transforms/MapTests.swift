import BrightFuturesCompat
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct MapTests {
  @Test func transformsAValue() async throws {
    #expect(try await Future<Int, Oops>(value: 20).map { $0 + 1 }.get() == 21)
    let promise = Promise<Int, Oops>()
    let inline = promise.future.map(immediateExecutionContext) { $0 + 2 }
    promise.success(20)
    #expect(inline.value == 22)
  }

  @Test(arguments: [true, false])
  func aFailurePassesAndTheClosureIsNotRun(inline: Bool) {
    let calls = Counter()
    let context = inline ? immediateExecutionContext : CountingContext().closure
    let mapped = Future<Int, Oops>(error: .first).map(context) { calls.add($0) }
    #expect(mapped.error == .first)
    #expect(calls.value == 0)
  }

  @Test func runsOnTheGivenContext() {
    let context = ManualContext()
    let mapped = Future<Int, Oops>(value: 1).map(context.closure) { $0 + 1 }
    #expect(!mapped.isCompleted)
    context.runAll()
    #expect(mapped.value == 2)
  }

  @Test func takesAKeyPath() async {
    #expect(await Future<String, Never>(value: "four").map(\.count).get() == 4)
  }

  @Test func propertiesOfTheValueArePropertiesOfTheFuture() {
    let promise = Promise<String, Oops>()
    let isFour = promise.future.utf8.count
    promise.success("four")
    #expect(isFour.value == 4)
    #expect(Future<String, Oops>(error: .second).count.error == .second)
  }

  @Test func asVoidDropsTheValue() {
    #expect(Future<Int, Oops>(value: 1).asVoid().isSuccess)
    #expect(Future<Int, Oops>(error: .first).asVoid().error == .first)
  }

  @Test func aMillionLinksNeedNoStack() {
    onSmallStack {
      let promise = Promise<Int, Never>()
      var future = promise.future
      for _ in 0..<StressSize.links { future = future.map(immediateExecutionContext) { $0 + 1 } }
      promise.success(0)
      #expect(future.value == StressSize.links)
    }
  }

  @Test func manyLinksOnAnUnknownInlineContextNeedLittleStack() {
    let context = CountingContext()
    onSmallStack {
      let promise = Promise<Int, Never>()
      var future = promise.future
      for _ in 0..<20_000 { future = future.map(context.closure) { $0 + 1 } }
      promise.success(0)
      #expect(future.value == 20_000)
    }
    #expect(context.submissions.value == 20_000)
  }
}
