internal import Futures

// Bolts for Swift, Objective-C and Android mean three different things by "any". Each has a name
// here.

extension BFTask {
  /// Waits until the first of several tasks has ended, in whatever way.
  ///
  /// The new task then ends without a result and without an error; Bolts for Swift means this by
  /// "any". No tasks give a task that has ended.
  ///
  /// The other tasks go on. An error of theirs counts as looked at.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task that neither fails nor is cancelled.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAny(_ tasks: [BFTask]) -> BFTask<Void> {
    if tasks.isEmpty { return BFTask<Void>() }
    let futures = tasks.map { $0.future.ignoringFailure() }
    return BFTask<Void>(
      future: futures.firstCompleted().mapResult { _ throws(any Error) -> Void in }
    )
  }

  /// Waits until the first of several tasks has ended, in whatever way.
  ///
  /// The same as the `whenAny` that takes an array.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task that neither fails nor is cancelled.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAny(_ tasks: BFTask...) -> BFTask<Void> { whenAny(tasks) }

  /// Finds the first of several tasks that has ended, in whatever way.
  ///
  /// Bolts for Android means this by "any", with and without results. No tasks give a task that has
  /// ended with `nil`.
  ///
  /// The other tasks go on. An error of theirs counts as looked at.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task of the one that ended first; it neither fails nor is cancelled.
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

  /// Finds the first of several tasks that has ended, in whatever way.
  ///
  /// The same as the `whenAnyTask` that takes an array.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task of the one that ended first; it neither fails nor is cancelled.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAnyTask(_ tasks: BFTask...) -> BFTask<BFTask?> { whenAnyTask(tasks) }

  /// Takes the result of the first of several tasks that ends with one.
  ///
  /// Bolts for Objective-C means this by "any". If no task ends with a result, the new task ends
  /// when the last of them has: it fails with the error if there is one, with an ``AggregateError``
  /// of all errors in the order of the tasks if there are several, and is cancelled if there are
  /// none. No tasks give a task that has ended with `nil`.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task of the first result; it is `nil` only if there are no tasks.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAnySuccess(_ tasks: [BFTask]) -> BFTask<Value?> {
    if tasks.isEmpty { return BFTask<Value?>(nil) }
    return BFTask<Value?>(
      future: tasks.map(\.future).firstSuccess().mapResult { result throws(any Error) -> Value? in
        switch result {
        case .success(let value): return value
        case .failure(let failures): throw BFAggregateError.combining(failures.errors)
        }
      }
    )
  }

  /// Takes the result of the first of several tasks that ends with one.
  ///
  /// The same as the `whenAnySuccess` that takes an array.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task of the first result; it is `nil` only if there are no tasks.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAnySuccess(_ tasks: BFTask...) -> BFTask<Value?> { whenAnySuccess(tasks) }
}
