import BoltsCompat
import Futures
import FuturesTesting
import Testing
import TestSupport

/// An error of this file alone.
private struct Unseen: Error {}

/// The handler is one for the whole process, so these tests run one after another.
@Suite(.serialized) struct UnobservedErrorsTests {
  /// How often the handler heard of an error of this file while `body` ran.
  private func reports(_ body: () -> Void) -> Int {
    let count = Counter()
    BFUnobservedErrors.setHandler { unobserved in
      if unobserved.error is Unseen { count.add() }
    }
    body()
    BFUnobservedErrors.setHandler(nil)
    return count.value
  }

  @Test func anErrorNobodyLookedAtIsReported() {
    #expect(reports { _ = BFTask<Int>(error: Unseen()) } == 1)
    #expect(
      reports {
        let source = BFTaskCompletionSource<Int>()
        source.set(error: Unseen())
      } == 1
    )
  }

  @Test func aDerivedTaskTakesTheDutyOver() {
    #expect(reports { BFTask<Int>(error: Unseen()).continueOnSuccessWith { $0 } } == 1)
    #expect(reports { BFTask(1).continueWith { _ -> Int in throw Unseen() } } == 1)
    #expect(
      reports { BFTask(1).continueWithTask { _ in BFTask<Int>(error: Unseen()) } } == 1
    )
  }

  @Test func readingTheErrorOrTheStateIsLookingAtIt() {
    #expect(reports { _ = BFTask<Int>(error: Unseen()).error } == 0)
    #expect(reports { _ = BFTask<Int>(error: Unseen()).faulted } == 0)
    #expect(reports { _ = BFTask<Int>(error: Unseen()).cancelled } == 0)
  }

  @Test func aContinuationThatGetsTheErrorHasLookedAtIt() {
    #expect(reports { BFTask<Int>(error: Unseen()).continueWith { _ in } } == 0)
    #expect(reports { BFTask<Int>(error: Unseen()).continueWithTask { _ in BFTask(1) } } == 0)
    #expect(reports { BFTask<Int>(error: Unseen()).continueOnErrorWith { _ in 1 } } == 0)
    #expect(
      reports { BFTask<Int>(error: Unseen()).continueOnErrorWithTask { _ in BFTask(1) } } == 0
    )
  }

  @Test func whatATaskFormTakesOverIsLookedAtThroughTheNewTask() {
    let failing: @Sendable () -> BFTask<Int> = { BFTask(error: Unseen()) }
    #expect(reports { _ = BFTask(1).continueWithTask { _ in failing() }.error } == 0)
    #expect(reports { _ = BFTask(1).continueOnSuccessWithTask { _ in failing() }.error } == 0)
    #expect(reports { _ = failing().continueOnErrorWithTask { _ in failing() }.error } == 0)
    #expect(reports { _ = BFTask.executeWithTask { failing() }.error } == 0)
    let token = BFCancellationTokenSource().token
    #expect(
      reports {
        _ = BFTask(1).continueWithTask(cancellationToken: token) { _ in failing() }.error
      } == 0
    )
    #expect(
      reports {
        _ = BFTask<Void>().continueWhile(predicate: { true }) { _ in failing().makeVoid() }.error
      } == 0
    )
  }

  @Test func anInputOfACombinationCountsAsLookedAt() {
    let failing: @Sendable () -> BFTask<Int> = { BFTask(error: Unseen()) }
    #expect(reports { _ = BFTask.whenAll(failing(), failing()).error } == 0)
    #expect(reports { _ = BFTask.whenAllResult(failing(), failing()).error } == 0)
    #expect(reports { _ = BFTask.whenAny(failing(), failing()) } == 0)
    #expect(reports { _ = BFTask.whenAnyTask(failing(), failing()) } == 0)
    #expect(reports { _ = BFTask.whenAnySuccess(failing(), failing()).error } == 0)
  }

  @Test func anErrorOfALaterLoserCountsAsLookedAt() {
    #expect(
      reports {
        let loser = BFTaskCompletionSource<Int>()
        _ = BFTask.whenAny(BFTask(1), loser.task)
        loser.set(error: Unseen())
      } == 0
    )
    #expect(
      reports {
        let loser = BFTaskCompletionSource<Int>()
        _ = BFTask.whenAnyTask(BFTask(1), loser.task)
        loser.set(error: Unseen())
      } == 0
    )
  }

  @Test func cancellationsAreNotReported() {
    let count = Counter()
    BFUnobservedErrors.setHandler { unobserved in
      if unobserved.error is CancelledError { count.add() }
    }
    _ = BFTask<Int>.cancelledTask()
    BFUnobservedErrors.setHandler(nil)
    #expect(count.value == 0)
  }

  @Test func theHandlerIsToldWhereTheTaskWasMade() {
    let found = Log<BFUnobservedError>()
    BFUnobservedErrors.setHandler { if $0.error is Unseen { found.add($0) } }
    let line: UInt = #line + 1
    _ = BFTask<Int>(error: Unseen())
    BFUnobservedErrors.setHandler(nil)
    #expect(found.count == 1)
    #if DEBUG
    #expect(found.all.first?.site?.line == line)
    #expect(found.all.first.map { "\($0)".contains("\(#fileID):\(line)") } == true)
    #endif
  }

  @Test func theNewestHandlerHearsOfAnErrorOnce() {
    let first = Counter()
    let second = Counter()
    BFUnobservedErrors.setHandler { if $0.error is Unseen { first.add() } }
    BFUnobservedErrors.setHandler { if $0.error is Unseen { second.add() } }
    _ = BFTask<Int>(error: Unseen())
    BFUnobservedErrors.setHandler(nil)
    #expect(first.value == 0)
    #expect(second.value == 1)
  }

  @Test func withoutAHandlerTheErrorGoesWhereItWentBefore() {
    let recorder = DiagnosticsRecorder { $0.error is Unseen }
    recorder.record {
      BFUnobservedErrors.setHandler { _ in }
      _ = BFTask<Int>(error: Unseen())
      BFUnobservedErrors.setHandler(nil)
      _ = BFTask<Int>(error: Unseen())
    }
    #expect(recorder.diagnostics.count == 1)
  }

  @Test func otherDiagnosticsGoWhereTheyWentBefore() {
    let recorder = DiagnosticsRecorder { $0.kind == .invalidArgument }
    recorder.record {
      BFUnobservedErrors.setHandler { _ in }
      BFCancellationTokenSource().cancel(afterDelay: -7)
      BFUnobservedErrors.setHandler(nil)
    }
    #expect(recorder.diagnostics.count >= 1)
  }
}
