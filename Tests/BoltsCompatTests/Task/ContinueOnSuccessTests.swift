import BoltsCompat
import FuturesTesting
import Testing
import TestSupport

@Suite struct ContinueOnSuccessTests {
  @Test func getsTheResult() {
    let source = BFTaskCompletionSource<Int>()
    let pending = source.task.continueOnSuccessWith { "\($0 + 1)" }
    source.set(result: 1)
    #expect(pending.result == "2")
    #expect(BFTask(1).continueOnSuccessWith { "\($0 + 1)" }.result == "2")
  }

  @Test(arguments: [Outcome.error, .cancellation])
  func isSkippedAfterOtherEndingsWhichPassUnchanged(_ outcome: Outcome) {
    let ran = Counter()
    let source = BFTaskCompletionSource<Int>()
    let pending = source.task.continueOnSuccessWith { _ in ran.add() }
    let flat = source.task.continueOnSuccessWithTask { _ in BFTask(ran.add()) }
    outcome.complete(source)
    #expect(pending.ending == outcome.ending)
    #expect(flat.ending == outcome.ending)
    #expect(outcome.task.continueOnSuccessWith { _ in ran.add() }.ending == outcome.ending)
    #expect(ran.value == 0)
  }

  @Test func theErrorThatPassesIsTheSame() {
    let task = BFTask<Int>(error: TestError.second).continueOnSuccessWith { _ in "" }
    #expect(task.error as? TestError == .second)
  }

  @Test func whatItThrowsIsTheError() {
    let failed = BFTask(1).continueOnSuccessWith { _ -> Int in throw TestError.third }
    #expect(failed.ending == .error("third"))
    let cancelled = BFTask(1).continueOnSuccessWith { _ -> Int in throw CancelledError() }
    #expect(cancelled.ending == .cancelled)
  }

  @Test func runsOnItsExecutor() {
    let manual = ManualContext()
    let executor = BFExecutor(manual.context)
    let plain = BFTask(1).continueOnSuccessWith(executor) { $0 + 1 }
    let flat = BFTask(1).continueOnSuccessWithTask(executor) { BFTask($0 + 2) }
    #expect(plain.ending == .pending)
    manual.runAll()
    #expect(plain.result == 2)
    #expect(flat.result == 3)
  }

  @Test(arguments: Outcome.allCases)
  func theTaskFormWaitsForTheInnerTask(_ outcome: Outcome) {
    let inner = BFTaskCompletionSource<Int>()
    let task = BFTask("a").continueOnSuccessWithTask { _ in inner.task }
    #expect(task.ending == .pending)
    outcome.complete(inner)
    #expect(task.ending == outcome.ending)
    let settled = BFTask("a").continueOnSuccessWithTask { _ in outcome.task }
    #expect(settled.ending == outcome.ending)
  }

  @Test func whatTheTaskFormThrowsIsTheError() {
    let failed = BFTask(1).continueOnSuccessWithTask { _ -> BFTask<Int> in throw TestError.third }
    #expect(failed.ending == .error("third"))
    let cancelled = BFTask(1).continueOnSuccessWithTask { _ -> BFTask<Int> in
      throw CancelledError()
    }
    #expect(cancelled.ending == .cancelled)
  }
}
