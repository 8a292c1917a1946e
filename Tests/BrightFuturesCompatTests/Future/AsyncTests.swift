import BrightFuturesCompat
import Dispatch
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct AsyncTests {
  @Test func describesItselfWithTypeAndOptionalResult() {
    #expect("\(Async<Int>(result: 1))" == "Async<Int>(Optional(1))")
    #expect(String(reflecting: Async<Int>(result: 1)) == "Async<Int>(Optional(1))")
    // There, a future is an `Async` of a result.
    #expect("\(Future<Int, Never>())" == "Async<Result<Int, Never>>(nil)")
    let outcome: Result<Int, Never>? = .success(1)
    let text = "Async<Result<Int, Never>>(\(String(describing: outcome)))"
    #expect("\(Future<Int, Never>(value: 1))" == text)
    #expect(Future<Int, Never>(value: 1).debugDescription == text)
    #expect("\(Async<Int>())" == "Async<Int>(nil)")
  }

  @Test func withoutArgumentsItNeverHasAResult() {
    let never = Async<Int>()
    #expect(never.result == nil)
    #expect(!never.isCompleted)
  }

  @Test func madeOfAResultItIsCompleteAtOnce() {
    #expect(Async(result: 5).result == 5)
    #expect(Async(result: 5).isCompleted)
  }

  @Test func madeWithADelayItCompletesLater() async {
    let later = Async(result: 5, delay: .milliseconds(1))
    #expect(await later.get() == 5)
  }

  @Test func theResolverRunsInTheInitialiserAndMayKeepItsClosure() {
    let kept = Box<[Completion]>([])
    let pending = Async<Int> { complete in kept.value.append(Completion(call: complete)) }
    #expect(!pending.isCompleted)
    kept.value[0].call(3)
    #expect(pending.result == 3)
  }

  @Test func asyncMirrorsAnother() {
    let promise = Promise<Int, Never>()
    let mirror = Async(other: promise.future)
    #expect(!mirror.isCompleted)
    promise.success(1)
    #expect(mirror.result == .success(1))
    #expect(Async(other: Async(result: 2)).result == 2)
  }

  @Test func callbacksGetTheResultAndReturnTheSame() {
    let log = Log<Int>()
    Async(result: 5)
      .onComplete(immediateExecutionContext) { log.add($0) }
      .onComplete(immediateExecutionContext) { log.add($0 + 1) }
    #expect(log.all == [5, 6])
  }

  @Test func andThenCompletesAfterItsCallback() {
    let log = Log<String>()
    Async(result: 5)
      .andThen(context: immediateExecutionContext) { _ in log.add("first") }
      .andThen(context: immediateExecutionContext) { _ in log.add("second") }
      .onComplete(immediateExecutionContext) { log.add("\($0)") }
    #expect(log.all == ["first", "second", "5"])
  }

  @Test func flattensAnAsyncOfAnAsync() {
    let outer = Promise<Async<Int>, Never>()
    let nested = Async(other: outer.future).map(immediateExecutionContext) { $0 }
    let flat = Async(result: Async(result: 7)).flatten()
    #expect(flat.result == 7)
    #expect(!nested.isCompleted)
  }

  @Test func anAsyncOfAResultHasTheMembersOfAFuture() {
    let failed = Async<Result<Int, Oops>>(result: .failure(.first))
    #expect(failed.isFailure)
    #expect(failed.error == .first)
    #expect(failed.recover(context: immediateExecutionContext) { _ in 2 }.value == 2)
    let good = Async<Result<Int, Oops>>(result: .success(4))
    #expect(good.map(immediateExecutionContext) { $0 + 1 }.value == 5)
    let log = Log<Int>()
    good.onSuccess(immediateExecutionContext) { log.add($0) }
    good.onFailure(immediateExecutionContext) { _ in log.add(-1) }
    #expect(log.all == [4])
  }

  @Test func callbacksOfAnAsyncNeverOverlap() {
    let log = Log<String>()
    let one = Async<Int>(result: 1)
    one.onComplete(immediateExecutionContext) { _ in
      log.add("outer begins")
      one.onComplete(immediateExecutionContext) { _ in log.add("inner") }
      log.add("outer ends")
    }
    #expect(log.all == ["outer begins", "outer ends", "inner"])
  }
}

/// A bare closure must not be the element of a container.
private struct Completion: Sendable {
  let call: @Sendable (Int) -> Void
}
