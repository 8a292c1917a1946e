import BrightFuturesCompat
import Dispatch
import Testing

/// Transforms of one future.
///
/// - `map`: `{ }`, `(·)`, `(\.path)`, `(context) { }`, `(context, f: ·)`; `future.path`
/// - `flatMap`: the same without paths, to a `Future` and to a `Result`, closures of one and of
///   several statements, `.init(…)` and `.success(…)`
/// - `mapError`: `{ }`, `(·)`, `(context) { }`, `(context, f: ·)`
/// - `recover`, `recoverWith`: `{ }`, `(task: ·)`, `(context:) { }`, `(context:task: ·)`
/// - `??`: a value, a future
/// - `zip`, `filter`: `(future)`; `{ }`, `(·)`
/// - `forceType`, `asVoid`, `flatten`, `promoteError`, `promoteValue`: `()`
/// - state: `result`, `value`, `error`, `isCompleted`, `isSuccess`, `isFailure`
/// - `Result`: `(value:)`, `(error:)`, `value`, `error`, `result`,
///   `analysis(ifSuccess:ifFailure:)`, `flatMap` to a future, `flatten()`
@Suite(.timeLimit(.minutes(10))) struct TransformForms {
  @Test func mapHasItsForms() {
    withDefaultContext(held) {
      #expect(one.map { $0 + 1 }.value == 2)
      #expect(one.map { value in return value + 1 }.value == 2)
      #expect(one.map(text).value == "1")
      #expect(one.map(String.init).value == "1")
      #expect(one.map(\.description).value == "1")
      #expect(one.map(\.description.count).map { $0 * 2 }.value == 2)
    }
    #expect(one.map(held) { $0 + 1 }.value == 2)
    #expect(one.map(held, f: text).value == "1")
    #expect(one.map(held, f: { $0 + 1 }).value == 2)
    #expect(one.map(immediateExecutionContext) { $0 + 1 }.value == 2)
    #expect(one.map(immediateExecutionContext, f: text).value == "1")
    #expect(one.magnitude.value == 1 && one.magnitude.hashValue.isSuccess)
    #expect(one.map(DispatchQueue.global().context, f: text).forced() == .success("1"))
    #expect(one.map(held) { _ in }.isSuccess)
    #expect(one.map(held) { print("\($0)", terminator: "") }.isSuccess)
  }

  @Test func flatMapToAFuture() {
    withDefaultContext(held) {
      #expect(one.flatMap { load($0) }.value == "1")
      #expect(one.flatMap(load).value == "1")
      #expect(one.flatMap { _ in one }.value == 1)
      let several: Future<String, Flaw> = one.flatMap { number in
        let next = number + 1
        return load(next)
      }
      #expect(several.value == "2")
    }
    #expect(one.flatMap(held) { load($0) }.value == "1")
    #expect(one.flatMap(held, f: load).value == "1")
    #expect(one.flatMap(immediateExecutionContext) { load($0) }.value == "1")
    #expect(one.flatMap(immediateExecutionContext, f: load).value == "1")
  }

  @Test func flatMapToAFutureThatIsNotNamed() {
    withDefaultContext(held) {
      let short: Future<String, Flaw> = one.flatMap { _ in .init(value: "x") }
      let shortError: Future<String, Flaw> = one.flatMap { _ in .init(error: .a) }
      let several: Future<String, Flaw> = one.flatMap {
        if $0 > 1 { return .init(error: .a) }
        return .init(value: "x")
      }
      #expect(short.value == "x" && shortError.error == .a && several.value == "x")
    }
    let inline: Future<String, Flaw> = one.flatMap(immediateExecutionContext) {
      if $0 > 1 { return .init(error: .a) }
      return .init(value: "x")
    }
    let onHeld: Future<String, Flaw> = one.flatMap(held) {
      if $0 > 0 { return .init(error: .a) }
      return .init(value: "x")
    }
    let onQueue: Future<String, Flaw> = one.flatMap(DispatchQueue.global().context) {
      if $0 > 1 { return .init(error: .a) }
      return .init(value: "x")
    }
    let labelled: Future<String, Flaw> = one.flatMap(
      held,
      f: { number in
        guard number == 1 else { return .init(error: .a) }
        return .init { complete in complete(.success("y")) }
      }
    )
    #expect(inline.value == "x" && onHeld.error == .a && labelled.value == "y")
    #expect(onQueue.forced() == .success("x"))
  }

  @Test func flatMapToAResult() {
    withDefaultContext(held) {
      #expect(one.flatMap(check).value == "1")
      #expect(one.flatMap { check($0) }.value == "1")
      #expect(one.flatMap { number -> Result<String, Flaw> in .success("\(number)") }.value == "1")
      let short: Future<String, Flaw> = one.flatMap { $0 > 1 ? .success("x") : .failure(.a) }
      let several: Future<String, Flaw> = one.flatMap { number in
        if number > 1 { return .failure(.a) }
        return .success("x")
      }
      #expect(short.error == .a && several.value == "x")
    }
    let onHeld: Future<String, Flaw> = one.flatMap(held) { number in
      if number > 1 { return .failure(.a) }
      return .success("x")
    }
    let inline: Future<String, Flaw> = one.flatMap(immediateExecutionContext) { number in
      if number > 0 { return .failure(.a) }
      return .success("x")
    }
    #expect(onHeld.value == "x" && inline.error == .a)
    #expect(one.flatMap(held, f: check).value == "1")
    #expect(one.flatMap(immediateExecutionContext, f: check).value == "1")
  }

  @Test func changingErrorsHasItsForms() {
    withDefaultContext(held) {
      #expect(bad.mapError { Wrapped($0) }.error?.inner as? Flaw == .a)
      #expect(bad.mapError(Wrapped.init).error?.inner as? Flaw == .a)
      #expect(bad.mapError { _ in Flaw.b }.error == .b)
      #expect(bad.recover { _ in 0 }.value == 0)
      #expect(bad.recover(task: rescue).value == 0)
      #expect(bad.recoverWith { _ in one }.value == 1)
      #expect(bad.recoverWith(task: retry).value == 0)
      #expect((bad ?? 5).value == 5)
      #expect((bad ?? one).value == 1)
      #expect((bad ?? bad ?? 6).value == 6)
      let recovered: Future<Int, Flaw> = bad.recoverWith { flaw in
        if flaw == .b { return .init(error: .a) }
        return .init(value: 2)
      }
      #expect(recovered.value == 2)
    }
    #expect(bad.mapError(held) { _ in Flaw.b }.error == .b)
    #expect(bad.mapError(held, f: Wrapped.init).error?.inner as? Flaw == .a)
    #expect(bad.mapError(immediateExecutionContext) { _ in Flaw.b }.error == .b)
    #expect(bad.recover(context: held) { _ in 0 }.value == 0)
    #expect(bad.recover(context: held, task: rescue).value == 0)
    #expect(bad.recover(context: immediateExecutionContext) { _ in 0 }.value == 0)
    #expect(bad.recoverWith(context: held) { _ in one }.value == 1)
    #expect(bad.recoverWith(context: held, task: retry).value == 0)
    #expect(bad.recoverWith(context: immediateExecutionContext, task: retry).value == 0)
  }

  @Test func combiningAndChangingTypes() {
    #expect(one.zip(one.map(held, f: text)).value?.1 == "1")
    #expect(one.filter { $0 > 1 }.error == .noSuchElement)
    #expect(one.filter(isBig).error == .noSuchElement)
    let forced: Future<Any, Error> = one.forceType()
    #expect(forced.value as? Int == 1)
    #expect(one.asVoid().isSuccess)
    #expect(Future<Future<Int, Flaw>, Flaw>(value: one).flatten().value == 1)
    #expect(Async(result: Async(result: 1)).flatten().result == 1)
    let promoted: Future<Int, Flaw> = Future<Int, Never>(value: 1).promoteError()
    let widened: Future<Int, BrightFuturesError<Flaw>> =
      Future<Int, BrightFuturesError<Never>>(error: .noSuchElement).promoteError()
    let value: Future<Int, Flaw> = Future<Never, Flaw>(error: .a).promoteValue()
    #expect(promoted.value == 1 && widened.error == .noSuchElement && value.error == .a)
  }

  @Test func futuresTellTheirState() {
    #expect(one.isCompleted && one.isSuccess && !one.isFailure)
    #expect(one.result == .success(1) && one.value == 1 && one.error == nil)
    #expect("\(Async(result: 1))" == "Async<Int>(Optional(1))")
  }

  @Test func resultsHaveTheirForms() {
    let good = Result<Int, Flaw>(value: 1)
    let failed = Result<Int, Flaw>(error: .a)
    #expect(good.value == 1 && good.error == nil && failed.error == .a)
    #expect(good.result == good)
    #expect(good.analysis(ifSuccess: { $0 }, ifFailure: { _ in 0 }) == 1)
    #expect(failed.analysis(ifSuccess: text, ifFailure: { "\($0)" }) == "a")
    #expect(good.flatMap { load($0) }.value == "1")
    #expect(good.flatMap(load).value == "1")
    #expect(good.flatMap { check($0) } == .success("1"))
    #expect(Result<Result<Int, Flaw>, Flaw>.success(good).flatten() == good)
    #expect(Result<Future<Int, Flaw>, Flaw>.success(one).flatten().value == 1)
    #expect(BrightFuturesError<Flaw>(external: .a) == .external(.a))
  }
}
