import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureMapResultTests {
  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.second)])
  func theClosureSeesTheOutcome(_ outcome: Result<Int, TestError>) {
    let promise = Promise<Int, TestError>()
    let mapped: Future<Bool, Never> = promise.future.mapResult(on: .inline) { $0 == outcome }
    promise.complete(outcome)
    #expect(mapped.currentValue == true)
  }

  @Test func failsWithWhatTheClosureThrows() {
    let mapped = Future<Int, TestError>(value: 1)
      .mapResult(on: .inline) { _ throws(OtherError) -> Int in throw .other }
    #expect(mapped.currentError == .other)
  }

  @Test func mapResultRunsOnTheContext() {
    let manual = ManualContext()
    let mapped = Future<Int, TestError>(error: .first)
      .mapResult(on: manual.context) { $0.map { $0 + 1 } }
    #expect(!mapped.isSettled)
    manual.runNext()
    #expect(mapped.currentValue == .failure(.first))
  }

  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.second)])
  func flatMapResultStartsFurtherWorkWithEitherOutcome(_ outcome: Result<Int, TestError>) {
    let promise = Promise<Int, TestError>()
    let inner = Promise<String, OtherError>()
    let seen = Log<Result<Int, TestError>>()
    let future = promise.future.flatMapResult(on: .inline) { result in
      seen.add(result)
      return inner.future
    }
    promise.complete(outcome)
    #expect(seen.all == [outcome])
    #expect(!future.isSettled)
    inner.succeed("further")
    #expect(future.currentResult == .success("further"))
  }

  @Test func flatMapResultFailsWithTheFurtherWork() {
    let future = Future<Int, TestError>(error: .first)
      .flatMapResult(on: .inline) { _ in Future<Int, OtherError>(error: .other) }
    #expect(future.currentResult == .failure(.other))
  }

  @Test func cancellationIsAnOutcomeLikeOthers() {
    let future = Future<Int, any Error>.never
    let mapped: Future<Bool, Never> = future.mapResult(on: .inline) { result in
      if case .failure(is CancellationError) = result { true } else { false }
    }
    future.cancel()
    #expect(mapped.currentValue == true)
  }
}
