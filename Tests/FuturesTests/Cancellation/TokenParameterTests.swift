import Futures
import FuturesTesting
import Testing
import TestSupport

/// The token parameter of every operation.
///
/// `LeakTests` check that the closure is released at once.
@Suite struct TokenParameterTests {
  private let source = CancellationSource()
  private let promise = Promise<Int, StoppableError>()
  private let calls = Counter()

  @Test(arguments: TokenCase.all)
  func withoutACancelTheClosureRuns(_ operation: TokenCase) {
    let result = operation.apply(promise.future, source.token, .inline, calls)
    promise.succeed(1)
    #expect(calls.value == 1)
    #expect(result?.isSettled != false)
    #expect(result?.currentError != .stopped)
  }

  @Test(arguments: TokenCase.derived)
  func cancellingSettlesTheDerivedFutureAtOnce(_ operation: TokenCase) {
    let result = operation.apply(promise.future, source.token, .inline, calls)
    #expect(result?.isSettled == false)
    source.cancel()
    #expect(result?.currentError == .stopped)
    #expect(!promise.future.isSettled)
    promise.succeed(1)
    #expect(result?.currentError == .stopped)
    #expect(calls.value == 0)
  }

  @Test(arguments: TokenCase.observers)
  func anObserverDoesNotRunAfterTheCancel(_ operation: TokenCase) {
    _ = operation.apply(promise.future, source.token, .inline, calls)
    source.cancel()
    promise.succeed(1)
    #expect(calls.value == 0)
  }

  @Test(arguments: TokenCase.all)
  func aTokenThatWasCancelledBeforeWins(_ operation: TokenCase) {
    source.cancel()
    promise.succeed(1)
    let result = operation.apply(promise.future, source.token, .inline, calls)
    #expect(calls.value == 0)
    if let result { #expect(result.currentError == .stopped) }
  }

  @Test(arguments: TokenCase.all)
  func anotherObserverOfTheTokenCannotMakeTheClosureRun(_ operation: TokenCase) {
    // This observer runs before the operation's.
    source.token.onCancel { [promise] in promise.succeed(1) }
    let result = operation.apply(promise.future, source.token, .inline, calls)
    source.cancel()
    #expect(promise.future.currentValue == 1)
    #expect(calls.value == 0)
    if let result { #expect(result.currentError == .stopped) }
  }

  @Test(arguments: TokenCase.all)
  func cancellingAfterTheClosureRanChangesNothing(_ operation: TokenCase) {
    let result = operation.apply(promise.future, source.token, .inline, calls)
    promise.succeed(1)
    let outcome = result?.currentResult
    source.cancel()
    #expect(result?.currentResult == outcome)
    #expect(calls.value == 1)
  }

  @Test(arguments: TokenCase.all)
  func aClosureThatWaitsOnItsContextDoesNotRunAfterTheCancel(_ operation: TokenCase) {
    let manual = ManualContext()
    let result = operation.apply(promise.future, source.token, manual.context, calls)
    promise.succeed(1)
    #expect(manual.pendingCount == 1)
    source.cancel()
    if let result { #expect(result.currentError == .stopped) }
    manual.runAll()
    #expect(calls.value == 0)
    if let result { #expect(result.currentError == .stopped) }
  }

  @Test(arguments: TokenCase.all)
  func theContextRunsTheClosureIfNobodyCancels(_ operation: TokenCase) {
    let manual = ManualContext()
    let result = operation.apply(promise.future, source.token, manual.context, calls)
    promise.succeed(1)
    #expect(calls.value == 0)
    #expect(result?.isSettled != true)
    manual.runAll()
    #expect(calls.value == 1)
    #expect(result?.isSettled != false)
  }

  @Test(arguments: TokenCase.derived)
  func whatIsDerivedFurtherIsCancelledToo(_ operation: TokenCase) {
    let end = operation.apply(promise.future, source.token, .inline, calls)?
      .map { $0 }
      .flatMap { Future(value: $0) }
    source.cancel()
    #expect(end?.currentError == .stopped)
  }

  @Test func flatMapIsCancelledWhileItWaitsForTheInnerFuture() {
    let inner = Promise<Int, StoppableError>()
    let result = promise.future.flatMap(cancellation: source.token) { _ in inner.future }
    promise.succeed(1)
    #expect(!result.isSettled)
    source.cancel()
    #expect(result.currentError == .stopped)
    #expect(!inner.future.isSettled)
    inner.succeed(1)
    #expect(result.currentError == .stopped)
  }

  @Test func recoverToNeverHasNoOutcomeOnceCancelled() {
    let result = promise.future.recover(cancellation: source.token) { _ in calls.add() }
    source.cancel()
    promise.fail(.failed)
    #expect(!result.isSettled)
    #expect(calls.value == 0)
  }

  @Test func anErrorTypeThatCannotHoldCancellationStaysWithoutAnOutcome() {
    let promise = Promise<Int, TestError>()
    let result = promise.future.map(cancellation: source.token) { _ in calls.add() }
    source.cancel()
    promise.succeed(1)
    #expect(!result.isSettled)
    #expect(calls.value == 0)
  }

  @Test func oneTokenEndsManyFutures() {
    let results = (0..<100).map { _ in
      promise.future.map(cancellation: source.token) { $0 }
    }
    source.cancel()
    #expect(results.allSatisfy { $0.currentError == .stopped })
    #expect(!promise.future.isSettled)
    promise.succeed(1)
  }

  @Test func futuresAreCancelledInTheOrderInWhichTheyWereMade() {
    let log = Log<Int>()
    let results = (0..<10).map { index in
      promise.future.map(cancellation: source.token) { $0 }.onComplete { _ in log.add(index) }
    }
    source.cancel()
    #expect(log.all == Array(0..<10))
    #expect(results.count == 10)
    promise.succeed(1)
  }

  @Test func theClosureMayCancelItsOwnToken() {
    let source = source
    let result = promise.future.map(cancellation: source.token) { value in
      source.cancel()
      return value
    }
    promise.succeed(1)
    #expect(result.currentError == .stopped)
  }

  @Test func aLinkedSourceReachesTheFuture() {
    let child = CancellationSource(linkedTo: source.token)
    let result = promise.future.map(cancellation: child.token) { $0 }
    source.cancel()
    #expect(result.currentError == .stopped)
    promise.succeed(1)
  }

  @Test func runWithATokenIsCancelledWhileItWaitsToStart() {
    let manual = ManualContext()
    let calls = calls
    let result = Future<Int, StoppableError>(
      on: manual.context,
      cancellation: source.token,
      run: { calls.add() }
    )
    source.cancel()
    #expect(result.currentError == .stopped)
    manual.runAll()
    #expect(calls.value == 0)
  }
}
