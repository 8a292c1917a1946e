internal import Futures

extension BFTask {
  /// Returns a task that ends when all tasks have ended.
  ///
  /// The new task ends when the last of the tasks ends, even if others have failed. If one task
  /// failed, the new task fails with its error. If several failed, it fails with an
  /// ``AggregateError`` of all errors in the order of the tasks. Otherwise, if any task was
  /// cancelled, the new task is cancelled. Without tasks, the new task has ended.
  ///
  /// - Parameter tasks: The tasks. A task may occur several times.
  /// - Returns: A task without a result.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAll(_ tasks: [BFTask]) -> BFTask<Void> {
    BFTask<Void>(future: settled(tasks).map { results in _ = try BFTask.values(of: results) })
  }

  /// Returns a task that ends when all tasks have ended, like the `whenAll` that takes an array.
  public static func whenAll(_ tasks: BFTask...) -> BFTask<Void> { whenAll(tasks) }

  /// Returns a task of the results of all tasks, in the order of the tasks.
  ///
  /// The new task fails and is cancelled like the task of `whenAll`. Without tasks, it has ended
  /// with an empty array.
  ///
  /// - Parameter tasks: The tasks. A task may occur several times.
  /// - Returns: A task of the results, in the order of the tasks.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAllResult(_ tasks: [BFTask]) -> BFTask<[Value]> {
    BFTask<[Value]>(future: settled(tasks).map { results in try BFTask.values(of: results) })
  }

  /// Returns a task of the results of all tasks, like the `whenAllResult` that takes an array.
  public static func whenAllResult(_ tasks: BFTask...) -> BFTask<[Value]> { whenAllResult(tasks) }

  private static func settled(
    _ tasks: [BFTask]
  ) -> Future<[Result<Value, any Error>], Never> {
    tasks.map(\.future).allSettled()
  }

  /// Returns the values if all outcomes are values; otherwise throws the combined error.
  private static func values(of results: [Result<Value, any Error>]) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(results.count)
    for case .success(let value) in results { values.append(value) }
    if values.count == results.count { return values }
    throw BFAggregateError.combining(results.compactMap(\.failure))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
