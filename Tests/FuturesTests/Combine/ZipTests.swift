import Futures
import Testing

@Suite struct ZipTests {
  @Test func pairsUpTwoValuesOfDifferentTypes() {
    let number = Promise<Int, TestError>()
    let text = Promise<String, TestError>()
    let both = zip(number.future, text.future)
    text.succeed("two")
    #expect(!both.isSettled)
    number.succeed(1)
    #expect(both.currentValue?.0 == 1)
    #expect(both.currentValue?.1 == "two")
  }

  @Test func takesThreeFutures() {
    let zipped = zip(
      Future<Int, TestError>(value: 1),
      Future<String, TestError>(value: "2"),
      Future<Double, TestError>(value: 3.5)
    )
    #expect(zipped.currentValue?.0 == 1)
    #expect(zipped.currentValue?.1 == "2")
    #expect(zipped.currentValue?.2 == 3.5)
  }

  @Test func takesSixFuturesInAnyOrderOfCompletion() {
    let last = Promise<[Int], TestError>()
    let first = Promise<UInt8, TestError>()
    let zipped = zip(
      first.future,
      Future<String, TestError>(value: "b"),
      Future<Bool, TestError>(value: true),
      Future<Character, TestError>(value: "d"),
      Future<Double?, TestError>(value: nil),
      last.future
    )
    last.succeed([6])
    #expect(!zipped.isSettled)
    first.succeed(1)
    let value = zipped.currentValue
    #expect(value?.0 == 1)
    #expect(value?.1 == "b")
    #expect(value?.2 == true)
    #expect(value?.3 == "d")
    #expect(value?.4 == .some(nil))
    #expect(value?.5 == [6])
  }

  @Test func takesASingleFuture() {
    let zipped: Future<Int, TestError> = zip(Future<Int, TestError>(value: 4))
    #expect(zipped.currentValue == 4)
    #expect(zip(Future<Int, TestError>(error: .first)).currentError == .first)
  }

  @Test func aMethodZipsWithOthers() {
    let zipped = Future<Int, TestError>(value: 1)
      .zip(Future<String, TestError>(value: "two"), Future<Bool, TestError>(value: false))
    #expect(zipped.currentValue?.0 == 1)
    #expect(zipped.currentValue?.1 == "two")
    #expect(zipped.currentValue?.2 == false)
  }

  @Test func failsWithTheFirstFailureByPositionWhateverCameFirstInTime() {
    let promises = (0..<3).map { _ in Promise<Int, TestError>() }
    let zipped = zip(promises[0].future, promises[1].future, promises[2].future)
    promises[2].fail(.third)
    #expect(!zipped.isSettled)
    promises[1].fail(.second)
    #expect(!zipped.isSettled)
    promises[0].succeed(1)
    #expect(zipped.currentError == .second)
  }

  @Test func failsAsSoonAsTheFirstPositionHasFailed() {
    let pending = Promise<Int, TestError>()
    let zipped = zip(Future<Int, TestError>(error: .first), pending.future)
    #expect(zipped.currentError == .first)
    pending.succeed(1)
  }

  @Test func theSameFutureMayOccurTwice() {
    let promise = Promise<Int, TestError>()
    let zipped = zip(promise.future, promise.future)
    promise.succeed(3)
    #expect(zipped.currentValue?.0 == 3)
    #expect(zipped.currentValue?.1 == 3)
  }

  @Test func differentErrorTypesGiveAnyError() {
    let first = Promise<Int, TestError>()
    let second = Promise<String, OtherError>()
    let third = Promise<Bool, Never>()
    let zipped: Future<(Int, String, Bool), any Error> =
      zip(first.future, second.future, third.future)
    third.succeed(true)
    second.fail(.other)
    first.succeed(1)
    #expect(zipped.currentError as? OtherError == .other)
  }

  @Test func differentErrorTypesStillGiveTheValues() {
    let zipped = zip(
      Future<Int, TestError>(value: 1),
      Future<String, OtherError>(value: "two"),
      Future<Bool, Never>(value: true)
    )
    #expect(zipped.currentValue?.0 == 1)
    #expect(zipped.currentValue?.1 == "two")
    #expect(zipped.currentValue?.2 == true)
  }

  @Test func largeValuesComeBackWhole() {
    let zipped = zip(
      Future<(Int, Int, Int, String), Never>(value: (1, 2, 3, "four")),
      Future<SIMD8<Double>, Never>(value: .init(repeating: 0.5))
    )
    #expect(zipped.currentValue?.0.3 == "four")
    #expect(zipped.currentValue?.1 == .init(repeating: 0.5))
  }

  @Test func cancellingTheResultLeavesTheInputsAlone() {
    let promise = Promise<Int, any Error>()
    let zipped = zip(promise.future, Future<Int, any Error>(value: 1))
    #expect(zipped.cancel())
    #expect(!promise.future.isSettled)
    promise.succeed(1)
    #expect(zipped.currentError is CancellationError)
  }
}
