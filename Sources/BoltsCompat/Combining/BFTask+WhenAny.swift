internal import Futures

// "Any" has different meanings in Bolts for Swift, Objective-C and Android. Each has a name here.

extension BFTask {
  /// Returns a task that ends when the first of several tasks ends, with any outcome.
  ///
  /// The new task then ends without a result and without an error. This is the meaning of "any" in
  /// Bolts for Swift. Without tasks, the new task has ended.
  ///
  /// The other tasks continue. Their errors count as observed.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task that neither fails nor is cancelled.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAny(_ tasks: [BFTask]) -> BFTask<Void> {
    if tasks.isEmpty { return BFTask<Void>() }
    let futures = tasks.map { $0.future.ignoringFailure() }
    return BFTask<Void>(
      future: futures.firstCompleted().mapResult(on: .inline) { _ throws(any Error) -> Void in }
    )
  }

  /// Returns a task that ends when the first of several tasks ends, like the `whenAny` that takes
  /// an array.
  public static func whenAny(_ tasks: BFTask...) -> BFTask<Void> { whenAny(tasks) }

  /// Returns a task of the first of several tasks that ends, with any outcome.
  ///
  /// This is the meaning of "any" in Bolts for Android, with and without results. Without tasks,
  /// the new task has ended with `nil`.
  ///
  /// The other tasks continue. Their errors count as observed.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task whose result is the task that ended first. It neither fails nor is
  ///   cancelled.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAnyTask(_ tasks: [BFTask]) -> BFTask<BFTask?> {
    if tasks.isEmpty { return BFTask<BFTask?>(nil) }
    let endings = tasks.map { task in
      task.future.mapResult(on: .inline) { result throws(any Error) -> BFTask? in
        BFTask(settled: result)
      }
    }
    return BFTask<BFTask?>(future: endings.firstCompleted())
  }

  /// Returns a task of the first of several tasks that ends, like the `whenAnyTask` that takes an
  /// array.
  public static func whenAnyTask(_ tasks: BFTask...) -> BFTask<BFTask?> { whenAnyTask(tasks) }

  /// Returns a task of the first result of several tasks.
  ///
  /// This is the meaning of "any" in Bolts for Objective-C. If no task ends with a result, the new
  /// task ends when the last of them ends: it fails with the error if there is one, fails with an
  /// ``AggregateError`` of all errors in the order of the tasks if there are several, and is
  /// cancelled if there are none. Without tasks, the new task has ended with `nil`.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task of the first result, which is `nil` only if there are no tasks.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAnySuccess(_ tasks: [BFTask]) -> BFTask<Value?> {
    if tasks.isEmpty { return BFTask<Value?>(nil) }
    return BFTask<Value?>(
      future: tasks.map(\.future).firstSuccess().mapResult(on: .inline) {
        result throws(any Error) -> Value? in
        switch result {
        case .success(let value): return value
        case .failure(let failures): throw BFAggregateError.combining(failures.errors)
        }
      }
    )
  }

  /// Returns a task of the first result of several tasks, like the `whenAnySuccess` that takes an
  /// array.
  public static func whenAnySuccess(_ tasks: BFTask...) -> BFTask<Value?> { whenAnySuccess(tasks) }
}
