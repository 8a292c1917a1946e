public import Foundation
public import Futures

extension ExecutionContext {
  /// Returns a context that runs closures on an operation queue.
  ///
  /// ```swift
  /// let queue = OperationQueue()
  /// queue.maxConcurrentOperationCount = 1
  /// let thumbnail = image.on(.operationQueue(queue)).map { image in
  ///   resize(image)
  /// }
  /// ```
  ///
  /// Each closure becomes an operation. The queue decides how many operations run at once and in
  /// which order; with a `maxConcurrentOperationCount` of 1 they run one after another.
  ///
  /// An operation that is cancelled before it begins does not run its closure, and a future that
  /// waits for the closure is cancelled. The queue drops such an operation when its turn comes, so
  /// a suspended queue drops it only after you resume it.
  ///
  /// - Parameter queue: The queue, which the context retains.
  /// - Returns: The context.
  public static func operationQueue(_ queue: OperationQueue) -> ExecutionContext {
    .custom(queue.name ?? "operationQueue") { job in queue.addOperation(job) }
  }
}
