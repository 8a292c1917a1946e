internal import Futures

extension BFTask {
  /// Waits until all tasks have ended.
  ///
  /// The new task ends when the last of them has, whatever happened before. If any of them failed,
  /// it fails: with the error itself if there is one, with an ``AggregateError`` of all errors in
  /// the order of the tasks if there are several. Otherwise, if any of them was cancelled, it is
  /// cancelled. No tasks give a task that has ended.
  ///
  /// - Parameter tasks: The tasks. The same one may occur several times.
  /// - Returns: A task without a result.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAll(_ tasks: [BFTask]) -> BFTask<Void> {
    BFTask<Void>(future: settled(tasks).map { results in _ = try BFTask.values(of: results) })
  }

  /// Waits until all tasks have ended.
  ///
  /// The same as the `whenAll` that takes an array.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task without a result.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAll(_ tasks: BFTask...) -> BFTask<Void> { whenAll(tasks) }

  /// Waits until all tasks have ended, and collects their results in the order of the tasks.
  ///
  /// Fails and is cancelled like the task of `whenAll`. No tasks give a task that has ended with an
  /// empty array.
  ///
  /// - Parameter tasks: The tasks. The same one may occur several times.
  /// - Returns: A task of the results, in the order of the tasks.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAllResult(_ tasks: [BFTask]) -> BFTask<[Value]> {
    BFTask<[Value]>(future: settled(tasks).map { results in try BFTask.values(of: results) })
  }

  /// Waits until all tasks have ended, and collects their results in the order of the tasks.
  ///
  /// The same as the `whenAllResult` that takes an array.
  ///
  /// - Parameter tasks: The tasks.
  /// - Returns: A task of the results, in the order of the tasks.
  /// - Complexity: O(*n*) in the number of tasks.
  public static func whenAllResult(_ tasks: BFTask...) -> BFTask<[Value]> { whenAllResult(tasks) }

  private static func settled(
    _ tasks: [BFTask]
  ) -> Future<[Result<Value, any Error>], Never> {
    tasks.map(\.future).allSettled()
  }

  /// The values, if all outcomes are that.
  private static func values(of results: [Result<Value, any Error>]) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(results.count)
    for case .success(let value) in results { values.append(value) }
    if values.count == results.count { return values }
    throw BFAggregateError.combining(results.compactMap(\.failure))
  }
}

extension BFAggregateError {
  /// The one error that stands for several failures, of which there is at least one.
  ///
  /// Errors beat cancellations; one error stands for itself.
  static func combining(_ failures: [any Error]) -> any Error {
    let errors = failures.filter { !$0.meansCancellation }
    switch errors.count {
    case 0: return CancelledError()
    case 1: return errors[0]
    default: return BFAggregateError(errors)
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
