import BoltsCompat
import Futures
import FuturesTesting
import Testing

/// An error of this file alone.
private struct Unseen: Error {}

/// Which errors count as looked at.
///
/// These tests listen through recorders, which any number of tests may do at once; they run one
/// after another because they tell their reports by one type of error.
@Suite(.serialized) struct UnobservedErrorsTests {
  /// How often an error of this file was reported while `body` ran.
  private func reports(_ body: () -> Void) -> Int {
    let recorder = DiagnosticsRecorder { $0.error is Unseen }
    recorder.record(body)
    return recorder.diagnostics(of: .unobservedFailure).count
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
    let recorder = DiagnosticsRecorder { $0.error is CancelledError }
    recorder.record { _ = BFTask<Int>.cancelledTask() }
    #expect(recorder.diagnostics.isEmpty)
  }
}
