public import Dispatch
public import Foundation

/// The place where callbacks and transforms run: a closure that takes a task and runs it.
///
/// Because a context is a closure, contexts compose by plain calls:
///
/// ```swift
/// let logged: ExecutionContext = { task in
///   print("a callback was submitted")
///   DispatchQueue.main.context(task)
/// }
/// ```
///
/// A context runs each task at most once. If it drops a task, the callback never runs, and a future
/// that depends on the task stays pending.
///
/// The module provides `immediateExecutionContext`, `immediateOnMainExecutionContext`,
/// `maxStackDepthExecutionContext`, and the `context` of a `DispatchQueue`, an `OperationQueue` and
/// a `DispatchSemaphore`.
public typealias ExecutionContext = @Sendable (_ task: @escaping @Sendable () -> Void) -> Void

extension DispatchQueue {
  /// A context that submits tasks to this queue.
  ///
  /// Tasks are always enqueued, even when this queue is running the caller. The context retains the
  /// queue.
  public var context: ExecutionContext { { task in self.async(execute: task) } }
}

extension OperationQueue {
  /// A context that adds tasks to this queue, each as an operation.
  ///
  /// The context does not retain the queue: after the queue is released, tasks are dropped, as in
  /// BrightFutures. The `operationQueue(_:)` context of the modules `Futures` and
  /// `FuturesFoundation` retains the queue.
  public var context: ExecutionContext {
    { [weak self] task in self?.addOperation(task) }
  }
}

extension DispatchSemaphore {
  /// A context that runs tasks on the thread that submits them, between `wait()` and `signal()`.
  ///
  /// The context blocks that thread while the semaphore is taken. Callbacks of one future do not
  /// need such a context: they never overlap.
  public var context: ExecutionContext {
    { task in
      self.wait()
      task()
      self.signal()
    }
  }
}
