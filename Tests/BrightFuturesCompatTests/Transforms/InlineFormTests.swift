import BrightFuturesCompat
import TestSupport
import Testing

/// What members do that know `immediateExecutionContext` by its type.
@Suite struct InlineFormTests {
  private let one = Future<Int, Oops>(value: 1)
  private let failed = Future<Int, Oops>(error: .first)

  @Test func transformsOfASettledFutureRunInTheCall() {
    #expect(one.map(immediateExecutionContext) { $0 + 1 }.value == 2)
    #expect(one.flatMap(immediateExecutionContext) { _ in Future(value: "a") }.value == "a")
    #expect(one.flatMap(immediateExecutionContext) { Result<Int, Oops>.success($0 + 2) }.value == 3)
    #expect(failed.recover(context: immediateExecutionContext) { _ in 4 }.value == 4)
    #expect(
      failed.recoverWith(context: immediateExecutionContext) { _ in Future<Int, Never>(value: 5) }
        .value == 5
    )
    #expect(failed.mapError(immediateExecutionContext) { "\($0)" as AnyText }.error == "first")
    #expect(
      [1, 2].traverse(immediateExecutionContext) { Future<Int, Oops>(value: $0) }.value == [1, 2]
    )
  }

  @Test func transformsOfAPendingFutureRunInTheCallThatSettlesIt() {
    let promise = Promise<Int, Oops>()
    let future = promise.future
    let mapped = future.map(immediateExecutionContext) { $0 + 1 }
    let inner = future.flatMap(immediateExecutionContext) { Future(value: $0 + 2) }
    let result = future.flatMap(immediateExecutionContext) { Result<Int, Oops>.success($0 + 3) }
    let recovered = future.recover(context: immediateExecutionContext) { _ in 0 }
    let walked = [future].traverse(immediateExecutionContext) { $0 }
    #expect(!mapped.isCompleted && !inner.isCompleted && !recovered.isCompleted)
    promise.success(1)
    #expect([mapped.value, inner.value, result.value, recovered.value] == [2, 3, 4, 1])
    #expect(walked.value == [1])
  }

  @Test func whatDoesNotConcernATransformPassesAndItsClosureIsNotRun() {
    let calls = Counter()
    #expect(failed.map(immediateExecutionContext) { _ in calls.add() }.error == .first)
    let inner = failed.flatMap(immediateExecutionContext) { number -> Future<Int, Oops> in
      calls.add()
      return Future(value: number)
    }
    #expect(inner.error == .first)
    let result = failed.flatMap(immediateExecutionContext) { number -> Result<Int, Oops> in
      calls.add()
      return .success(number)
    }
    #expect(result.error == .first)
    #expect(one.recover(context: immediateExecutionContext) { _ in calls.add() }.value == 1)
    let other = one.recoverWith(context: immediateExecutionContext) { _ -> Future<Int, Never> in
      Future(value: calls.add())
    }
    #expect(other.value == 1)
    let error = one.mapError(immediateExecutionContext) { _ -> Oops in
      calls.add()
      return .second
    }
    #expect(error.value == 1)
    #expect(calls.value == 0)
  }

  @Test func failuresOfFurtherWorkAreAdopted() {
    #expect(one.flatMap(immediateExecutionContext) { _ in failed }.error == .first)
    let result = one.flatMap(immediateExecutionContext) { _ in Result<Int, Oops>.failure(.second) }
    #expect(result.error == .second)
    let other = failed.recoverWith(context: immediateExecutionContext) { _ in
      Future<Int, Oops>(error: .second)
    }
    #expect(other.error == .second)
  }

  @Test func callbacksRunInTheCall() {
    let log = Log<String>()
    one.onSuccess(immediateExecutionContext) { log.add("success \($0)") }
    one.onFailure(immediateExecutionContext) { log.add("failure \($0)") }
    one.onComplete(immediateExecutionContext) { log.add("complete \($0.value ?? 0)") }
    failed.onSuccess(immediateExecutionContext) { log.add("success \($0)") }
    failed.onFailure(immediateExecutionContext) { log.add("failure \($0)") }
    Async(result: 2).onComplete(immediateExecutionContext) { log.add("async \($0)") }
    #expect(log.all == ["success 1", "complete 1", "failure first", "async 2"])
  }

  @Test func byNameATransformTakesNoTurnAndThroughAVariableItDoes() {
    let log = Log<String>()
    let context: ExecutionContext = immediateExecutionContext
    one.onSuccess(immediateExecutionContext) { [one] _ in
      _ = one.map(immediateExecutionContext) { _ in log.add("by name") }
      _ = one.map(context) { _ in log.add("by variable") }
      log.add("callback")
    }
    #expect(log.all == ["by name", "callback", "by variable"])
  }

  @Test func aCallbackIsPutOffWhileAnotherOneRuns() {
    let log = Log<String>()
    one.onSuccess(immediateExecutionContext) { [one] _ in
      one.onSuccess(immediateExecutionContext) { _ in log.add("success") }
      one.onComplete(immediateExecutionContext) { _ in log.add("complete") }
      log.add("first")
    }
    #expect(log.all == ["first", "success", "complete"])
  }

  /// The name stands for a closure wherever there is no form for its type.
  @Test func itIsAnExecutionContextLikeAnyOther() {
    let log = Log<Int>()
    let plain = immediateExecutionContext
    let contexts = [immediateExecutionContext, CountingContext().closure]
    let chosen = log.count == 0 ? immediateExecutionContext : CountingContext().closure
    let optional: ExecutionContext? = immediateExecutionContext
    for (index, context) in (contexts + [plain, chosen, optional!]).enumerated() {
      one.onSuccess(context) { _ in log.add(index) }
    }
    immediateExecutionContext { log.add(5) }
    #expect(log.all == [0, 1, 2, 3, 4, 5])
  }
}

private struct AnyText: Error, Equatable, ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) { self.text = text }
}
