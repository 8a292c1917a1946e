import BoltsCompat
import Futures
import Testing
import TestSupport

/// The three meanings of "any".
@Suite struct WhenAnyTests {
  private let first = BFTaskCompletionSource<Int>()
  private let second = BFTaskCompletionSource<Int>()
  private var tasks: [BFTask<Int>] { [first.task, second.task] }

  // MARK: whenAny: the first ending of any kind, without result

  @Test(arguments: Outcome.allCases)
  func whenAnySucceedsAsSoonAsOneTaskEndsInWhateverWay(_ outcome: Outcome) {
    let any = BFTask.whenAny(tasks)
    let variadic = BFTask.whenAny(first.task, second.task)
    #expect(!any.completed)
    outcome.complete(second)
    for task in [any, variadic] {
      #expect(task.completed && !task.faulted && !task.cancelled)
    }
    first.set(result: 1)
  }

  @Test func whenAnyOfNothingHasEnded() {
    #expect(BFTask<Int>.whenAny([]).result != nil)
  }

  @Test func whenAnyTakesNoNoticeOfLaterEndings() {
    let log = Log<String>()
    BFTask.whenAny(tasks).continueWith { _ in log.add("any") }
    first.set(result: 1)
    second.set(error: TestError.first)
    #expect(log.all == ["any"])
  }

  // MARK: whenAnyTask: which one ended first

  @Test(arguments: Outcome.allCases)
  func whenAnyTaskGivesTheTaskThatEndsFirst(_ outcome: Outcome) {
    let any = BFTask.whenAnyTask(tasks)
    let variadic = BFTask.whenAnyTask(first.task, second.task)
    #expect(!any.completed)
    outcome.complete(second)
    first.set(result: 9)
    #expect(any.result??.ending == outcome.ending)
    #expect(variadic.result??.ending == outcome.ending)
  }

  @Test func whenAnyTaskOfTasksThatHaveEndedGivesTheFirstOfThem() {
    let any = BFTask.whenAnyTask(first.task, BFTask(2), BFTask(3))
    #expect(any.result??.result == 2)
    first.set(result: 1)
  }

  @Test func whenAnyTaskOfNothingHasEndedWithNil() {
    #expect(BFTask<Int>.whenAnyTask([]).result?.map(\.ending) == .some(nil))
    #expect(BFTask<Int>.whenAnyTask([]).completed)
  }

  // MARK: whenAnySuccess: the first result

  @Test func whenAnySuccessGivesTheFirstResult() {
    let any = BFTask.whenAnySuccess(tasks)
    let variadic = BFTask.whenAnySuccess(first.task, second.task)
    first.set(error: TestError.first)
    #expect(!any.completed)
    second.set(result: 2)
    #expect(any.result == 2)
    #expect(variadic.result == 2)
  }

  @Test func whenAnySuccessDoesNotWaitForTheOthers() {
    let any = BFTask.whenAnySuccess(tasks)
    second.set(result: 2)
    #expect(any.result == 2)
    first.set(result: 1)
  }

  @Test func whenAnySuccessFailsWithTheOneErrorWhenAllHaveEnded() {
    let any = BFTask.whenAnySuccess(tasks)
    first.set(error: TestError.first)
    #expect(!any.completed)
    second.cancel()
    #expect(any.error as? TestError == .first)
  }

  @Test func whenAnySuccessFailsWithAllErrorsInTheOrderOfTheTasks() {
    let any = BFTask.whenAnySuccess(tasks)
    second.set(error: TestError.second)
    first.set(error: TestError.first)
    let errors = (any.error as? BFAggregateError)?.errors as? [TestError]
    #expect(errors == [.first, .second])
  }

  @Test func whenAnySuccessIsCancelledIfAllTasksAre() {
    let any = BFTask.whenAnySuccess(tasks)
    second.cancel()
    first.cancel()
    #expect(any.ending == .cancelled)
  }

  @Test func whenAnySuccessOfNothingHasEndedWithNil() {
    let any = BFTask<Int>.whenAnySuccess([])
    #expect(any.completed)
    #expect(any.result == .some(nil))
  }
}
