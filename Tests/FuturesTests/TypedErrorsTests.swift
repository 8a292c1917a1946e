import Futures
import Testing
import TestSupport

// How error types travel through a chain. Read it as documentation: the type written to the left of
// each future is the one that the compiler infers for the expression to the right, and every test
// would not compile if that were another type.
//
// In short:
//
// - A closure that does not throw keeps the error type.
// - `Never` takes on the error type of whatever it meets.
// - A closure or function that throws gives `any Error`. For a closure Swift knows no better: it
//   does not look at what the calls inside of one throw.
// - To keep a typed error, use `tryMap` or `tryFlatMap`, with a function, or with a closure that
//   says what it throws: `{ value throws(E) in … }`.
// - `any Error` takes everything.

/// A rejected name, as a function with a typed error.
@Sendable private func parse(_ text: String) throws(TestError) -> Int {
  guard let number = Int(text) else { throw .first }
  return number
}

@Sendable private func load(_ number: Int) -> Future<String, TestError> {
  number < 0 ? Future(error: .second) : Future(value: "item \(number)")
}

@Sendable private func certain(_ number: Int) -> Future<String, Never> {
  Future(value: "item \(number)")
}

@Sendable private func other(_ number: Int) -> Future<String, OtherError> {
  Future(error: .other)
}

/// Returns the static type of an expression, to check what was inferred.
private func type<T>(of: T) -> T.Type { T.self }

@Suite struct TypedErrorsTests {
  let number = Future<Int, TestError>(value: 7)
  let failed = Future<Int, TestError>(error: .third)
  let sure = Future<Int, Never>(value: 7)
  let untyped = Future<Int, any Error>(value: 7)

  // MARK: Closures that do not throw

  @Test func mapKeepsTheErrorType() {
    let future = number.map { $0 + 1 }
    #expect(type(of: future) == Future<Int, TestError>.self)
    #expect(future.currentResult == .success(8))
  }

  @Test func aKeyPathKeepsTheErrorType() {
    let future = number.map(\.description)
    #expect(type(of: future) == Future<String, TestError>.self)
    #expect(future.currentResult == .success("7"))
  }

  @Test func flatMapKeepsTheErrorType() {
    let future = number.flatMap { load($0) }
    #expect(type(of: future) == Future<String, TestError>.self)
    #expect(future.currentResult == .success("item 7"))
  }

  @Test func aWholeChainKeepsTheErrorType() {
    let future =
      number
      .map { $0 * 2 }
      .flatMap { load($0) }
      .map { $0.count }
    #expect(type(of: future) == Future<Int, TestError>.self)
    #expect(future.currentResult == .success(7))
  }

  @Test func recoverGivesAFutureThatCannotFail() {
    let future = failed.recover { error in error == .third ? 3 : 0 }
    #expect(type(of: future) == Future<Int, Never>.self)
    #expect(future.currentValue == 3)
  }

  @Test func recoverWithTakesTheErrorTypeOfTheFurtherWork() {
    let future = failed.flatMapError { _ in Future<Int, OtherError>(error: .other) }
    #expect(type(of: future) == Future<Int, OtherError>.self)
    let certainly = failed.flatMapError { _ in Future<Int, Never>(value: 1) }
    #expect(type(of: certainly) == Future<Int, Never>.self)
    #expect(future.currentError == .other)
    #expect(certainly.currentValue == 1)
  }

  @Test func mapErrorChangesTheErrorType() {
    let future = failed.mapError { _ in OtherError.other }
    #expect(type(of: future) == Future<Int, OtherError>.self)
    #expect(future.currentError == .other)
  }

  @Test func mapErrorToAnyErrorNeedsTheWordsForIt() {
    let future = failed.mapError { $0 as any Error }
    #expect(type(of: future) == Future<Int, any Error>.self)
    #expect(future.currentError as? TestError == .third)
  }

  @Test func zipKeepsACommonErrorType() {
    let future = zip(number, load(1))
    #expect(type(of: future) == Future<(Int, String), TestError>.self)
    #expect(future.currentValue?.1 == "item 1")
  }

  @Test func collectionsKeepTheErrorType() {
    #expect(type(of: [number, failed].all()) == Future<[Int], TestError>.self)
    #expect(type(of: [number, failed].all(.failInOrder)) == Future<[Int], TestError>.self)
    #expect(type(of: [1, 2].traverse { load($0) }) == Future<[String], TestError>.self)
    #expect(type(of: [number, failed].firstCompleted()) == Future<Int, TestError>.self)
    let anySuccess = [number, failed].firstSuccess()
    #expect(type(of: anySuccess) == Future<Int, AggregateError<TestError>>.self)
    let settled = [number, failed].allSettled()
    #expect(type(of: settled) == Future<[Result<Int, TestError>], Never>.self)
    #expect(settled.currentValue == [.success(7), .failure(.third)])
  }

  // MARK: Never meets an error type

  @Test func anInnerFutureThatCannotFailAdoptsTheOuterErrorType() {
    let future = number.flatMap { certain($0) }
    #expect(type(of: future) == Future<String, TestError>.self)
    #expect(failed.flatMap { certain($0) }.currentError == .third)
  }

  @Test func anOuterFutureThatCannotFailAdoptsTheInnerErrorType() {
    let future = sure.flatMap { load(-$0) }
    #expect(type(of: future) == Future<String, TestError>.self)
    #expect(future.currentError == .second)
  }

  @Test func anOuterFutureThatCannotFailAdoptsAnyErrorToo() {
    let future = sure.flatMap { Future<Int, any Error>(value: $0 + 1) }
    #expect(type(of: future) == Future<Int, any Error>.self)
    #expect(future.currentValue == 8)
    let afterRecovery = failed.recover { _ in 0 }.flatMap { _ in untyped }
    #expect(type(of: afterRecovery) == Future<Int, any Error>.self)
    #expect(afterRecovery.currentValue == 7)
  }

  @Test func twoFuturesThatCannotFailStayThatWay() {
    let future = sure.map { $0 + 1 }.flatMap { certain($0) }
    #expect(type(of: future) == Future<String, Never>.self)
    #expect(future.currentValue == "item 8")
  }

  @Test func zipOfNeverAndAnErrorTypeCanFailWithAnyError() {
    let future = zip(sure, failed)
    #expect(type(of: future) == Future<(Int, Int), any Error>.self)
    #expect(future.currentError as? TestError == .third)
  }

  // MARK: Closures that throw

  @Test func aClosureThatThrowsWithoutSayingWhatGivesAnyError() {
    let future = Future<String, TestError>(value: "x").map { try parse($0) + 1 }
    #expect(type(of: future) == Future<Int, any Error>.self)
    #expect(future.currentError as? TestError == .first)
  }

  @Test func flatMapWithAClosureThatThrowsWithoutSayingWhatGivesAnyError() {
    let future = Future<String, TestError>(value: "x").flatMap { load(try parse($0)) }
    #expect(type(of: future) == Future<String, any Error>.self)
    #expect(future.currentError as? TestError == .first)
    let upstream = Future<String, TestError>(error: .second).flatMap { load(try parse($0)) }
    #expect(upstream.currentError as? TestError == .second)
  }

  @Test func recoverMayThrowAnotherError() {
    let typed = failed.recover { _ throws(OtherError) -> Int in throw .other }
    #expect(type(of: typed) == Future<Int, OtherError>.self)
    let untyped = failed.recover { _ -> Int in throw OtherError.other }
    #expect(type(of: untyped) == Future<Int, any Error>.self)
    #expect(typed.currentError == .other)
    #expect(untyped.currentError as? OtherError == .other)
  }

  @Test func startingFurtherWorkWithAnErrorMayThrow() {
    let rescue = failed.flatMapError { error in load(try parse("\(error)")).map { $0.count } }
    #expect(type(of: rescue) == Future<Int, any Error>.self)
    #expect(rescue.currentError as? TestError == .first)
  }

  // MARK: Different error types

  @Test func flatMapToAnotherErrorTypeGivesAnyError() {
    let future = number.flatMap { other($0) }
    #expect(type(of: future) == Future<String, any Error>.self)
    #expect(future.currentError as? OtherError == .other)
    #expect(failed.flatMap { other($0) }.currentError as? TestError == .third)
  }

  @Test func zipOfDifferentErrorTypesGivesAnyError() {
    let future = zip(number, other(1))
    #expect(type(of: future) == Future<(Int, String), any Error>.self)
    #expect(future.currentError as? OtherError == .other)
  }

  // MARK: Any error

  @Test func anyErrorTakesOrdinaryThrowingClosures() {
    let future = untyped.map { number -> Int in
      if number > 3 { throw TestError.second }
      return number
    }
    #expect(type(of: future) == Future<Int, any Error>.self)
    #expect(future.currentError as? TestError == .second)
  }

  @Test func anyErrorTakesInnerFuturesOfEveryErrorType() {
    let typed = untyped.flatMap { other($0) }
    #expect(type(of: typed) == Future<String, any Error>.self)
    let certainly = untyped.flatMap { certain($0) }
    #expect(type(of: certainly) == Future<String, any Error>.self)
    #expect(typed.currentError as? OtherError == .other)
    #expect(certainly.currentValue == "item 7")
  }

  @Test func eraseFailureTurnsEveryErrorTypeIntoAnyError() {
    let futures = [number.eraseFailure(), sure.eraseFailure(), untyped]
    #expect(futures.all().currentValue == [7, 7, 7])
  }

  // MARK: async

  @Test func getThrowsTheErrorType() async {
    do throws(TestError) {
      _ = try await failed.value
      Issue.record("a failed future gave a value")
    } catch {
      #expect(error == .third)
    }
  }

  @Test func getOfAFutureThatCannotFailNeedsNoTry() async {
    #expect(await sure.value == 7)
  }

  @Test func anAsyncClosureThatSaysWhatItThrowsGivesTheErrorType() async {
    let future = Future { () async throws(TestError) -> Int in throw .first }
    #expect(type(of: future) == Future<Int, TestError>.self)
    #expect(await future.result == .failure(.first))
  }

  @Test func anAsyncClosureThatThrowsWithoutSayingWhatGivesAnyError() async throws {
    let future = Future { try await number.value + 1 }
    #expect(type(of: future) == Future<Int, any Error>.self)
    #expect(try await future.value == 8)
  }

  @Test func anAsyncClosureThatDoesNotThrowGivesAFutureThatCannotFail() async {
    let future = Future { await sure.value + 1 }
    #expect(type(of: future) == Future<Int, Never>.self)
    #expect(await future.value == 8)
  }
}
