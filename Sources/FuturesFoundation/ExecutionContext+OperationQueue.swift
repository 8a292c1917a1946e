public import Foundation
public import Futures

extension ExecutionContext {
  /// An operation queue.
  ///
  /// Each closure becomes an operation of its own. The queue decides how many run at once and in
  /// which order; to run them one after another set `maxConcurrentOperationCount` to 1.
  ///
  /// An operation that is cancelled before it began does not run its closure, and whoever waits for
  /// that closure is cancelled. The queue drops such an operation when its turn comes, so a
  /// suspended queue has to be resumed for that.
  ///
  /// - Parameter queue: The queue, which the context keeps alive.
  /// - Returns: The context.
  public static func operationQueue(_ queue: OperationQueue) -> ExecutionContext {
    .custom(queue.name ?? "operationQueue") { job in queue.addOperation(job) }
  }
}
