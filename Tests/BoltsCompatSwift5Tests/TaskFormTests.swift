import BoltsCompat
import Foundation
import Testing

/// Code written for Bolts for Swift compiles in Swift 5 mode as it is, and does what it did.
@Suite(.timeLimit(.minutes(10))) struct TaskFormTests {
  @Test func theLanguageModeIsFive() {
    #if swift(>=6)
    Issue.record("this target is to be compiled in Swift 5 mode")
    #endif
  }

  // MARK: Making tasks

  private let making = MakingTasks()

  @Test func tasksOfResults() {
    #expect(making.results().map { $0.result } == Array(repeating: 1, count: 10))
    let others = making.otherResults()
    #expect(others.0.completed)
    #expect(others.1.result == .some(nil))
    #expect(others.2.result?.1 == "one")
    #expect(others.3.result as? Int == 1)
    #expect(others.4.result?["one"] as? Int == 1)
  }

  @Test func tasksOfErrors() {
    #expect(making.errors().map { ending($0) } == Array(repeating: "first", count: 6))
  }

  @Test func cancelledTasksHaveTheirForms() {
    #expect(making.cancelled().map { ending($0) } == Array(repeating: "cancelled", count: 4))
  }

  @Test func tasksOfClosures() {
    #expect(making.closures().map { ending($0) } == Array(repeating: "1", count: 10))
    #expect(making.executed().map { ending($0) } == Array(repeating: "1", count: 8))
    #expect(making.executedTasks().map { ending($0) } == Array(repeating: "1", count: 7))
    #expect(making.throwing().map { ending($0) } == Array(repeating: "first", count: 6))
  }

  @Test func delayedTasksHaveTheirForms() {
    let delays = making.delays()
    let all = Task.whenAll(delays)
    all.waitUntilCompleted()
    #expect(delays.map { $0.completed && !$0.faulted } == Array(repeating: true, count: 7))
  }

  // MARK: Continuations

  @Test(arguments: [true, false])
  func continuationsInAnyCase(_ isPending: Bool) {
    let forms = ContinueForms()
    #expect(after(isPending, 1, forms.values) == Array(repeating: "2", count: 13))
    #expect(after(isPending, 1, forms.tasks) == Array(repeating: "2", count: 10))
  }

  @Test func continuationsOfOtherTypes() {
    let others = ContinueForms().others(Task(1))
    #expect(others.0.completed)
    #expect(others.1.result == .some(nil))
    #expect(others.2.result?.0 == 1)
    #expect(others.2.result?.1 == false)
    #expect(others.3.result?.result == 1)
  }

  @Test(arguments: [true, false])
  func continuationsAfterSuccess(_ isPending: Bool) {
    let forms = SuccessForms()
    #expect(after(isPending, 1, forms.values) == Array(repeating: "2", count: 12))
    #expect(after(isPending, 1, forms.tasks) == Array(repeating: "2", count: 11))
    let failed = forms.values(Task(error: LocalError.first), .default).map { ending($0) }
    #expect(failed == Array(repeating: "first", count: 12))
  }

  @Test func functionsOfTheStandardLibraryAsContinuations() {
    let results = SuccessForms().functions(Task(1))
    #expect(results.0.result == "1")
    #expect(results.1.result == 1.0)
    #expect(results.2.completed)
    #expect(results.3.completed)
  }

  @Test(arguments: [true, false])
  func continuationsAfterAnError(_ isPending: Bool) {
    let forms = ErrorForms()
    #expect(after(isPending, nil, forms.values) == Array(repeating: "0", count: 10))
    #expect(after(isPending, nil, forms.valuesOfOneType) == Array(repeating: "0", count: 6))
    #expect(after(isPending, nil, forms.tasks) == Array(repeating: "0", count: 11))
    #expect(after(isPending, nil, forms.tasksOfOneType) == Array(repeating: "0", count: 6))
    #expect(forms.valueOfSystemError().result == 0)
    let other = forms.valuesOfOneType(Task(error: LocalError.second("x")), .default)
    #expect(ending(other[1]) == "second(\"x\")")
  }

  // MARK: Combining

  @Test func combinationsHaveTheirForms() {
    let forms = CombiningForms()
    #expect(forms.all().map { $0.completed } == Array(repeating: true, count: 10))
    #expect(forms.results().map { $0.result } == Array(repeating: [1, 2], count: 7))
    #expect(forms.any().map { $0.completed } == Array(repeating: true, count: 7))
    let errors = forms.errors()
    #expect(errors.filter { $0 is LocalError }.count == 3)
    #expect(errors.filter { $0 is OtherError }.count == 3)
  }

  // MARK: Looking at tasks

  @Test func tasksTellTheirState() {
    let forms = StateForms()
    #expect(forms.summary(Task(1)) == "result: 1")
    #expect(forms.summary(Task(error: LocalError.second("detail"))) == "detail")
    #expect(forms.summary(Task(error: LocalError.first)) == "failed: first")
    #expect(forms.summary(.cancelledTask()) == "cancelled")
    #expect(forms.texts(Task(1)) == Array(repeating: "Task: success(1)", count: 4))
    #expect(forms.cancelling(Task(1)).map { $0.cancelled } == [true, true, true])
    #expect(forms.isCancellation(CancelledError()))
    #expect(!forms.isCancellation(OtherError()))
  }

  @Test func waitingInAnAsynchronousFunction() async {
    let forms = StateForms()
    #expect(await forms.outcome(Task(1)) == "1")
    #expect(await forms.outcome(Task(error: LocalError.first)) == "local: first")
    #expect(await forms.outcome(Task(error: OtherError())) == "other: OtherError()")
  }

  /// What tasks end with that `forms` makes of a task that ends with `result`, or fails.
  private func after(
    _ isPending: Bool,
    _ result: Int?,
    _ forms: (Task<Int>, Executor) -> [Task<Int>]
  ) -> [String] {
    let source = TaskCompletionSource<Int>()
    let end = {
      if let result = result {
        source.set(result: result)
      } else {
        source.set(error: LocalError.first)
      }
    }
    if !isPending { end() }
    let tasks = forms(source.task, .immediate)
    if isPending {
      #expect(!tasks.contains { $0.completed })
      end()
    }
    return tasks.map { ending($0) }
  }
}

/// What a task ends with, in words.
func ending<T>(_ task: Task<T>) -> String {
  task.waitUntilCompleted()
  if task.cancelled { return "cancelled" }
  if let error = task.error { return "\(error)" }
  return "\(task.result!)"
}
