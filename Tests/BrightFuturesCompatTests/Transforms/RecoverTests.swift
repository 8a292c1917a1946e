import BrightFuturesCompat
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct RecoverTests {
  @Test(arguments: [true, false])
  func recoverTurnsAFailureIntoAValueOfAFutureThatCannotFail(inline: Bool) {
    let context = inline ? immediateExecutionContext : CountingContext().closure
    let recovered: Future<Int, Never> = Future<Int, Oops>(error: .first)
      .recover(context: context) { $0 == .first ? 1 : 2 }
    #expect(recovered.value == 1)
  }

  @Test(arguments: [true, false])
  func aSuccessPassesRecoverAndItsClosureIsNotRun(inline: Bool) {
    let calls = Counter()
    let context = inline ? immediateExecutionContext : CountingContext().closure
    let recovered = Future<Int, Oops>(value: 5).recover(context: context) { _ in calls.add() }
    #expect(recovered.value == 5)
    #expect(calls.value == 0)
  }

  @Test(arguments: [true, false])
  func recoverWithTakesTheErrorTypeOfTheOtherFuture(inline: Bool) {
    let context = inline ? immediateExecutionContext : CountingContext().closure
    let other: Future<Int, BrightFuturesError<Never>> = Future<Int, Oops>(error: .first)
      .recoverWith(context: context) { _ in Future(error: .noSuchElement) }
    #expect(other.error == .noSuchElement)
    let passed: Future<Int, Never> = Future<Int, Oops>(value: 1)
      .recoverWith(context: context) { _ in Future(value: 2) }
    #expect(passed.value == 1)
  }

  @Test(arguments: [true, false])
  func mapErrorTransformsAFailureOnly(inline: Bool) {
    let calls = Counter()
    let context = inline ? immediateExecutionContext : CountingContext().closure
    let failed = Future<Int, Oops>(error: .first)
      .mapError(context) { BrightFuturesError.external($0) }
    #expect(failed.error == .external(.first))
    let good = Future<Int, Oops>(value: 1).mapError(context) { error -> Oops in
      calls.add()
      return error
    }
    #expect(good.value == 1)
    #expect(calls.value == 0)
  }

  @Test func withoutAContextTheyRunOnTheDefaultOne() async {
    let failed = Future<Int, Oops>(error: .first)
    #expect(await failed.recover { _ in 1 }.get() == 1)
    #expect(await failed.recoverWith { _ in Future<Int, Never>(value: 2) }.get() == 2)
    await #expect(throws: Oops.second) { try await failed.mapError { _ in Oops.second }.get() }
  }

  @Test func theyRunOnTheGivenContext() {
    let context = ManualContext()
    let failed = Future<Int, Oops>(error: .first)
    let value = failed.recover(context: context.closure) { _ in 1 }
    let other = failed.recoverWith(context: context.closure) { _ in Future<Int, Never>(value: 2) }
    let error = failed.mapError(context.closure) { _ in Oops.second }
    #expect(!value.isCompleted && !other.isCompleted && !error.isCompleted)
    context.runAll()
    #expect(value.value == 1)
    #expect(other.value == 2)
    #expect(error.error == .second)
  }

  @Test func coalescingWithAValueRecovers() async {
    let failed = Future<Int, Oops>(error: .first)
    let value: Future<Int, Never> = failed ?? 7
    #expect(await value.get() == 7)
  }

  @Test func coalescingWithAFutureRecoversWithIt() async {
    let failed = Future<Int, Oops>(error: .first)
    let other: Future<Int, BrightFuturesError<Never>> = failed ?? Future(error: .illegalState)
    await #expect(throws: BrightFuturesError<Never>.illegalState) { try await other.get() }
  }

  @Test func theRightSideIsEvaluatedOnlyAfterAFailure() {
    let evaluations = Counter()
    withDefaultContext(immediateExecutionContext) {
      let promise = Promise<Int, Oops>()
      let pending = promise.future ?? evaluations.add()
      #expect((Future<Int, Oops>(value: 1) ?? evaluations.add()).value == 1)
      #expect(evaluations.value == 0)
      promise.failure(.first)
      #expect(pending.value == 1)
      #expect(evaluations.value == 1)
    }
  }

  @Test func theRightSideRunsOnTheDefaultContextOfTheMomentOfTheOperator() {
    let context = ManualContext()
    let promise = Promise<Int, Oops>()
    let value = withDefaultContext(context.closure) { promise.future ?? 1 }
    promise.failure(.first)
    #expect(context.pendingCount == 1)
    context.runAll()
    #expect(value.value == 1)
  }
}
