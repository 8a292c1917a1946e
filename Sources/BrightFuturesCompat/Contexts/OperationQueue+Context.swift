public import Foundation

extension OperationQueue {
  /// Adds tasks to this queue, each as an operation of its own.
  ///
  /// The context does not keep the queue alive: once it is gone, tasks are dropped, as in
  /// BrightFutures. The `operationQueue(_:)` context of the modules `Futures` and
  /// `FuturesFoundation` keeps it.
  public var context: ExecutionContext {
    { [weak self] task in self?.addOperation(task) }
  }
}
