import BrightFuturesCompat
import Futures
import Testing

/// Both modules in one file: qualified names tell their types apart.
@Suite struct ConversionTests {
  @Test func aFutureOfTheEngineBecomesOneOfBrightFutures() {
    let promise = Futures.Promise<Int, Oops>()
    let bright = BrightFuturesCompat.Future(promise.future)
    promise.succeed(1)
    #expect(bright.value == 1)
  }

  @Test func aFutureOfBrightFuturesBecomesOneOfTheEngine() {
    let promise = BrightFuturesCompat.Promise<Int, Oops>()
    let engine: Futures.Future<Int, Oops> = promise.future.future
    let same = Futures.Future(promise.future)
    promise.failure(.first)
    #expect(engine.currentError == .first)
    #expect(same.currentError == .first)
  }

  @Test func aPromiseOfTheEngineBecomesOneOfBrightFutures() {
    let engine = Futures.Promise<Int, Oops>()
    let bright = BrightFuturesCompat.Promise(engine)
    bright.success(2)
    #expect(engine.future.currentValue == 2)
    #expect(!bright.trySuccess(3))
  }

  @Test func anAsyncIsMadeOfAFutureThatCannotFail() {
    #expect(Async(Futures.Future<Int, Never>(value: 1)).result == 1)
    #expect(Async(result: 2).future.currentValue == 2)
  }

  @Test func sequencesOfEitherKindHaveTheirOwnMembers() {
    let bright = [BrightFuturesCompat.Future<Int, Oops>(value: 1)].sequence()
    let engine = [Futures.Future<Int, Oops>(value: 1)].all(.failInOrder)
    #expect(bright.value == engine.currentValue)
  }

  @Test func thereAreNoTopLevelNamesThatShadowTheLanguage() {
    let pairs: [(name: Any.Type, language: Any.Type)] = [
      (Task<Int, Never>.self, _Concurrency.Task<Int, Never>.self),
      ((any Executor).self, (any _Concurrency.Executor).self),
      (CancellationError.self, _Concurrency.CancellationError.self),
      (Result<Int, Oops>.self, Swift.Result<Int, Oops>.self),
    ]
    for (name, language) in pairs {
      #expect(ObjectIdentifier(name) == ObjectIdentifier(language))
    }
  }
}
