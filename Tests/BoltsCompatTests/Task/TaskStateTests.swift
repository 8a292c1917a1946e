import BoltsCompat
import Futures
import Testing

@Suite struct TaskStateTests {
  @Test func aPendingTaskHasNothing() {
    let source = BFTaskCompletionSource<Int>()
    #expect(!source.task.completed)
    #expect(!source.task.faulted)
    #expect(!source.task.cancelled)
    #expect(source.task.result == nil)
    #expect(source.task.error == nil)
  }

  @Test func aTaskWithAResultIsCompletedOnly() {
    let task = BFTask(5)
    #expect(task.completed)
    #expect(!task.faulted)
    #expect(!task.cancelled)
    #expect(task.result == 5)
    #expect(task.error == nil)
  }

  @Test func aFaultedTaskIsCompletedAndNotCancelled() {
    let task = BFTask<Int>(error: TestError.first)
    #expect(task.completed)
    #expect(task.faulted)
    #expect(!task.cancelled)
    #expect(task.result == nil)
    #expect(task.error as? TestError == .first)
  }

  @Test func aCancelledTaskIsCompletedAndHasNeitherResultNorError() {
    let task = BFTask<Int>.cancelledTask()
    #expect(task.completed)
    #expect(!task.faulted)
    #expect(task.cancelled)
    #expect(task.result == nil)
    #expect(task.error == nil)
  }

  @Test func anErrorThatStandsForCancellationMakesACancelledTask() {
    #expect(BFTask<Int>(error: CancelledError()).ending == .cancelled)
    #expect(BFTask<Int>(error: CancellationError()).ending == .cancelled)
    #expect(BFTask<Int>(error: StoppableError.stopped).ending == .cancelled)
    #expect(BFTask<Int>(error: StoppableError.failed).ending == .error("failed"))
  }

  @Test func copiesOfATaskAreTheSame() {
    let source = BFTaskCompletionSource<Int>()
    let (task, other) = (source.task, BFTaskCompletionSource<Int>().task)
    let none: BFTask<Int>? = nil
    #expect(task === source.task)
    #expect(task !== other)
    #expect(BFTask(5) !== BFTask(5))
    #expect(task !== task.continueOnSuccessWith { $0 })
    #expect(task !== none)
    #expect(none === nil)
  }

  @Test func aNilResultIsAResult() {
    let task = BFTask<Int?>(nil)
    #expect(task.completed)
    #expect(!task.faulted)
    #expect(!task.cancelled)
    #expect(task.result == .some(nil))
  }

  @Test(arguments: Outcome.allCases)
  func theStateIsVisibleBeforeContinuationsRun(_ outcome: Outcome) {
    let source = BFTaskCompletionSource<Int>()
    let task = source.task
    let seen = task.continueWith { _ in task.ending }
    outcome.complete(source)
    #expect(seen.result == outcome.ending)
  }

  @Test(arguments: Outcome.allCases)
  func theStateNeverChangesAgain(_ outcome: Outcome) {
    let source = BFTaskCompletionSource<Int>()
    outcome.complete(source)
    source.trySet(result: 2)
    source.trySet(error: TestError.second)
    source.tryCancel()
    #expect(source.task.ending == outcome.ending)
  }

  @Test func descriptionsNameTheState() {
    let source = BFTaskCompletionSource<Int>()
    #expect("\(source.task)" == "Task: pending")
    source.set(result: 5)
    #expect("\(source.task)" == "Task: success(5)")
    #expect("\(BFTask(5))" == "Task: success(5)")
    #expect("\(BFTask("x"))" == "Task: success(\"x\")")
    let failed = BFTask<Int>(error: TestError.first)
    #expect("\(failed)" == "Task: error(BoltsCompatTests.TestError.first)")
    #expect("\(BFTask<Int>.cancelledTask())" == "Task: cancelled")
    #expect(BFTask(5).debugDescription == BFTask(5).description)
  }

  @Test func copiesStandForTheSameWork() {
    let source = BFTaskCompletionSource<Int>()
    let copy = source
    let task = source.task
    copy.set(result: 3)
    #expect(task.result == 3)
    #expect(source.task.result == 3)
  }
}
