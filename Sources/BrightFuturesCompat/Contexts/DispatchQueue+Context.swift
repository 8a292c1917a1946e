public import Dispatch

extension DispatchQueue {
  /// Submits tasks to this queue.
  ///
  /// Always hops, also when the queue is running the caller. The context keeps the queue alive.
  public var context: ExecutionContext { { task in self.async(execute: task) } }
}
