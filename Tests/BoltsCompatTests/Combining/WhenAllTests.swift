import BoltsCompat
import Futures
import Testing
import TestSupport

@Suite struct WhenAllTests {
  private let first = BFTaskCompletionSource<Int>()
  private let second = BFTaskCompletionSource<Int>()
  private let third = BFTaskCompletionSource<Int>()
  private var tasks: [BFTask<Int>] { [first.task, second.task, third.task] }

  @Test func whenAllEndsWithTheLastTask() {
    let all = BFTask.whenAll(tasks)
    third.set(result: 3)
    first.set(result: 1)
    #expect(!all.completed)
    second.set(result: 2)
    #expect(all.completed && all.result != nil)
  }

  @Test func whenAllResultGivesTheResultsInTheOrderOfTheTasks() {
    let all = BFTask.whenAllResult(tasks)
    third.set(result: 3)
    first.set(result: 1)
    second.set(result: 2)
    #expect(all.result == [1, 2, 3])
  }

  @Test func thereAreVariadicForms() {
    let all = BFTask.whenAll(first.task, second.task)
    let results = BFTask.whenAllResult(first.task, second.task)
    first.set(result: 1)
    second.set(result: 2)
    #expect(all.completed)
    #expect(results.result == [1, 2])
  }

  @Test func noTasksGiveATaskThatHasEnded() {
    #expect(BFTask<Int>.whenAll([]).result != nil)
    #expect(BFTask<Int>.whenAllResult([]).result == [])
  }

  @Test func aFailureDoesNotEndItEarly() {
    let all = BFTask.whenAll(tasks)
    let results = BFTask.whenAllResult(tasks)
    first.set(error: TestError.first)
    second.cancel()
    #expect(!all.completed)
    #expect(!results.completed)
    third.set(result: 3)
    #expect(all.faulted)
    #expect(results.faulted)
  }

  @Test func oneErrorStandsForItself() {
    let all = BFTask.whenAll(tasks)
    let results = BFTask.whenAllResult(tasks)
    first.set(result: 1)
    second.set(error: TestError.second)
    third.set(result: 3)
    #expect(all.error as? TestError == .second)
    #expect(results.error as? TestError == .second)
  }

  @Test func severalErrorsAreGivenInTheOrderOfTheTasks() {
    let all = BFTask.whenAll(tasks)
    let results = BFTask.whenAllResult(tasks)
    third.set(error: TestError.third)
    second.set(result: 2)
    first.set(error: OtherError.other)
    for error in [all.error, results.error] {
      let errors = (error as? BFAggregateError)?.errors
      #expect(errors?.count == 2)
      #expect(errors?.first as? OtherError == .other)
      #expect(errors?.last as? TestError == .third)
    }
  }

  @Test func anErrorBeatsACancellation() {
    let all = BFTask.whenAll(tasks)
    let results = BFTask.whenAllResult(tasks)
    first.cancel()
    second.set(error: TestError.second)
    third.cancel()
    #expect(all.error as? TestError == .second)
    #expect(results.error as? TestError == .second)
  }

  @Test func anErrorBeatsAnErrorThatRepresentsACancellation() {
    let all = BFTask.whenAll(tasks)
    first.set(error: StoppableError.stopped)
    second.set(error: TestError.second)
    third.set(result: 3)
    #expect(all.error as? TestError == .second)
  }

  @Test func aCancellationBeatsResults() {
    let all = BFTask.whenAll(tasks)
    let results = BFTask.whenAllResult(tasks)
    first.set(result: 1)
    second.cancel()
    third.set(result: 3)
    #expect(all.ending == .cancelled)
    #expect(results.ending == .cancelled)
  }

  @Test func theSameTaskMayOccurSeveralTimes() {
    let results = BFTask.whenAllResult(first.task, first.task, second.task)
    second.set(result: 2)
    first.set(result: 1)
    #expect(results.result == [1, 1, 2])
  }

  @Test func tasksThatHaveEndedAreFine() {
    #expect(BFTask.whenAllResult((0..<100).map { BFTask($0) }).result == Array(0..<100))
  }

  @Test func anAggregateErrorCanBeMade() {
    let error = BFAggregateError([TestError.first, OtherError.other])
    #expect(error.errors.count == 2)
    #expect("\(error)".contains("first") && "\(error)".contains("other"))
  }
}
