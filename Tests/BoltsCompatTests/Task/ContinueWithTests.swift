import BoltsCompat
import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct ContinueWithTests {
  @Test(arguments: Outcome.allCases)
  func runsAfterEveryEndingAndGetsTheTask(_ outcome: Outcome) {
    let source = BFTaskCompletionSource<Int>()
    let pending = source.task.continueWith { task in task.ending }
    let settled = outcome.task.continueWith { task in task.ending }
    #expect(pending.ending == .pending)
    outcome.complete(source)
    #expect(pending.result == outcome.ending)
    #expect(settled.result == outcome.ending)
  }

  @Test func whatItReturnsIsTheResult() {
    #expect(BFTask(2).continueWith { task in "\(task.result! + 1)" }.result == "3")
    let void = BFTask(2).continueWith { _ in }
    #expect(void.completed && void.result != nil)
  }

  @Test func whatItThrowsIsTheError() {
    let task = BFTask(2).continueWith { _ -> Int in throw TestError.third }
    #expect(task.ending == .error("third"))
  }

  @Test func throwingTheCancelledErrorCancels() {
    #expect(BFTask(2).continueWith { _ -> Int in throw CancelledError() }.ending == .cancelled)
    let custom = BFTask(2).continueWith { _ -> Int in throw StoppableError.stopped }
    #expect(custom.ending == .cancelled)
  }

  @Test func theNewTaskIsOneOfItsOwn() {
    let source = BFTaskCompletionSource<Int>()
    let next = source.task.continueWith { $0.result ?? 0 }
    let same = source.task.continueOnErrorWith { _ in 0 }
    next.future.cancel()
    same.future.cancel()
    #expect(next.ending == .cancelled && same.ending == .cancelled)
    #expect(source.trySet(result: 1))
    #expect(source.task.result == 1)
  }

  @Test func aTaskThatItReturnsIsAPlainValue() {
    let nested: BFTask<BFTask<Int>> = BFTask(2).continueWith { _ in BFTask(3) }
    #expect(nested.result?.result == 3)
  }

  @Test func runsInTheCallIfTheTaskHasEnded() {
    let log = Log<String>()
    for executor in [BFExecutor.default, .immediate] {
      BFTask(1).continueWith(executor) { _ in log.add("\(executor)") }
      log.add("after")
    }
    #expect(log.all == ["Default Executor", "after", "Immediate Executor", "after"])
  }

  @Test func runsOnItsExecutorAndTheNextOneDoesNot() {
    let manual = ManualContext()
    let log = Log<String>()
    let task = BFTask(1)
      .continueWith(BFExecutor(manual.context)) { _ in log.add("first") }
      .continueWith { _ in log.add("second") }
    #expect(manual.pendingCount == 1)
    #expect(log.all == [])
    manual.runNext()
    #expect(log.all == ["first", "second"])
    #expect(task.completed)
    #expect(manual.isEmpty)
  }

  // MARK: - With a task

  @Test(arguments: Outcome.allCases)
  func continueWithTaskRunsAfterEveryEndingAndGetsTheTask(_ outcome: Outcome) {
    let source = BFTaskCompletionSource<Int>()
    let pending = source.task.continueWithTask { task in BFTask(task.ending) }
    let settled = outcome.task.continueWithTask { task in BFTask(task.ending) }
    outcome.complete(source)
    #expect(pending.result == outcome.ending)
    #expect(settled.result == outcome.ending)
  }

  @Test(arguments: Outcome.allCases)
  func continueWithTaskWaitsForTheInnerTask(_ outcome: Outcome) {
    let inner = BFTaskCompletionSource<Int>()
    let task = BFTask("a").continueWithTask { _ in inner.task }
    #expect(task.ending == .pending)
    outcome.complete(inner)
    #expect(task.ending == outcome.ending)
  }

  @Test(arguments: Outcome.allCases)
  func continueWithTaskTakesOverAnInnerTaskThatHasEnded(_ outcome: Outcome) {
    let task = BFTask("a").continueWithTask { _ in outcome.task }
    #expect(task.ending == outcome.ending)
  }

  @Test func continueWithTaskFlattensOneLevel() {
    let nested = BFTask("a").continueWithTask { _ in BFTask(BFTask(3)) }
    #expect(nested.result?.result == 3)
  }

  @Test func whatContinueWithTaskThrowsIsTheError() {
    let failed = BFTask(2).continueWithTask { _ -> BFTask<Int> in throw TestError.third }
    #expect(failed.ending == .error("third"))
    let cancelled = BFTask(2).continueWithTask { _ -> BFTask<Int> in throw CancelledError() }
    #expect(cancelled.ending == .cancelled)
  }

  @Test func continueWithTaskRunsOnItsExecutor() {
    let manual = ManualContext()
    let task = BFTask(1).continueWithTask(BFExecutor(manual.context)) { _ in BFTask(2) }
    #expect(task.ending == .pending)
    manual.runAll()
    #expect(task.result == 2)
  }
}
