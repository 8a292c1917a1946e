import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureRecoverTests {
  @Test func replacesAFailureByAValue() {
    let promise = Promise<Int, TestError>()
    let recovered: Future<Int, Never> = promise.future.recover { $0 == .second ? 2 : 0 }
    promise.fail(.second)
    #expect(recovered.currentValue == 2)
  }

  @Test func passesAValueByWithoutCallingTheClosure() {
    let calls = Counter()
    let recovered = Future<Int, TestError>(value: 1).recover { _ in calls.add(10) }
    #expect(recovered.currentValue == 1)
    #expect(calls.value == 0)
  }

  @Test func recoversFromCancellationToo() {
    let future = Future<Int, any Error>.never
    let recovered = future.recover { $0 is CancellationError ? -1 : 0 }
    future.cancel()
    #expect(recovered.currentValue == -1)
  }

  @Test func recoversFromABrokenPromise() {
    let recovered: Future<Int, Never>
    do {
      let promise = Promise<Int, any Error>()
      recovered = promise.future.recover { $0 is BrokenPromise ? 7 : 0 }
    }
    #expect(recovered.currentValue == 7)
  }

  @Test func aThrowingClosureDecidesTheNewErrorType() {
    let recovered = Future<Int, TestError>(error: .first)
      .recover { (error) throws(OtherError) -> Int in throw .other }
    #expect(recovered.currentResult == .failure(.other))
    let value = Future<Int, TestError>(value: 6)
      .recover { (error) throws(OtherError) -> Int in throw .other }
    #expect(value.currentResult == .success(6))
  }

  @Test func recoverRunsOnTheContext() {
    let manual = ManualContext()
    let recovered = Future<Int, TestError>(error: .first)
      .on(manual.context).recover { _ in 3 }
    #expect(!recovered.isSettled)
    manual.runNext()
    #expect(recovered.currentValue == 3)
  }

  @Test func recoverWithWaitsForTheFurtherWork() {
    let promise = Promise<Int, TestError>()
    let rescue = Promise<Int, OtherError>()
    let recovered = promise.future.flatMapError { _ in rescue.future }
    promise.fail(.first)
    #expect(!recovered.isSettled)
    rescue.succeed(5)
    #expect(recovered.currentResult == .success(5))
  }

  @Test func recoverWithFailsWithTheFurtherWork() {
    let recovered = Future<Int, TestError>(error: .first)
      .flatMapError { _ in Future<Int, OtherError>(error: .other) }
    #expect(recovered.currentResult == .failure(.other))
  }

  @Test func recoverWithFailsWithWhatTheClosureThrows() {
    let recovered = Future<Int, TestError>(error: .first)
      .flatMapError { _ -> Future<Int, TestError> in throw OtherError.other }
    #expect(recovered.currentError as? OtherError == .other)
  }

  @Test func recoverWithAClosureThatMayThrowWaitsForTheFurtherWork() {
    let rescue = Promise<Int, OtherError>()
    @Sendable func start(_ error: TestError) throws -> Future<Int, OtherError> { rescue.future }
    let recovered = Future<Int, TestError>(error: .first).flatMapError { try start($0) }
    #expect(!recovered.isSettled)
    rescue.fail(.other)
    #expect(recovered.currentError as? OtherError == .other)
    #expect(Future<Int, TestError>(value: 3).flatMapError { try start($0) }.currentValue == 3)
  }

  @Test func recoverWithPassesAValueByWithoutStartingWork() {
    let calls = Counter()
    let recovered = Future<Int, TestError>(value: 1).flatMapError { _ -> Future<Int, Never> in
      calls.add()
      return Future(value: 2)
    }
    #expect(recovered.currentValue == 1)
    #expect(calls.value == 0)
  }

  @Test func mapErrorTransformsTheError() {
    let promise = Promise<Int, TestError>()
    let mapped = promise.future.mapError { error in error == .first ? OtherError.other : .other }
    promise.fail(.first)
    #expect(mapped.currentResult == .failure(.other))
  }

  @Test func mapErrorPassesAValueByWithoutCallingTheClosure() {
    let calls = Counter()
    let mapped = Future<Int, TestError>(value: 3).mapError { _ -> OtherError in
      calls.add()
      return .other
    }
    #expect(mapped.currentResult == .success(3))
    #expect(calls.value == 0)
  }

  @Test func mapErrorRunsOnTheContext() {
    let manual = ManualContext()
    let mapped = Future<Int, TestError>(error: .first)
      .on(manual.context).mapError { _ in OtherError.other }
    #expect(!mapped.isSettled)
    manual.runNext()
    #expect(mapped.currentError == .other)
  }
}
