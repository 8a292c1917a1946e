import BrightFuturesCompat
import Testing
import TestSupport

@Suite struct ResultTests {
  private let good = Result<Int, Oops>(value: 1)
  private let bad = Result<Int, Oops>(error: .first)

  @Test func theInitialisersAndPropertiesOfOlderResults() {
    #expect(good == .success(1) && bad == .failure(.first))
    #expect(good.value == 1 && good.error == nil)
    #expect(bad.value == nil && bad.error == .first)
    #expect(good.result == good)
  }

  @Test func analysisCallsOneOfTwoClosures() {
    #expect(good.analysis(ifSuccess: { "\($0)" }, ifFailure: { "\($0)" }) == "1")
    #expect(bad.analysis(ifSuccess: { "\($0)" }, ifFailure: { "\($0)" }) == "first")
  }

  @Test func flatMapStartsFurtherWorkForASuccessOnly() {
    let calls = Counter()
    func start(_ result: Result<Int, Oops>) -> Future<Int, Oops> {
      result.flatMap { value -> Future<Int, Oops> in
        calls.add()
        return Future(value: value + 1)
      }
    }
    #expect(start(good).value == 2)
    #expect(start(bad).error == .first)
    #expect(calls.value == 1)
  }

  @Test func flattenTakesTheInnerResultOut() {
    #expect(Result<Result<Int, Oops>, Oops>.success(good).flatten() == .success(1))
    #expect(Result<Result<Int, Oops>, Oops>.success(bad).flatten() == .failure(.first))
    #expect(Result<Result<Int, Oops>, Oops>.failure(.second).flatten() == .failure(.second))
  }

  @Test func flattenTakesAFutureOut() {
    let promise = Promise<Int, Oops>()
    let flat = Result<Future<Int, Oops>, Oops>.success(promise.future).flatten()
    #expect(!flat.isCompleted)
    promise.success(3)
    #expect(flat.value == 3)
    #expect(Result<Future<Int, Oops>, Oops>.failure(.first).flatten().error == .first)
  }
}
