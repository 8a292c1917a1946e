internal import Futures

extension BFTask {
  /// Blocks the current thread until the task has ended.
  ///
  /// Use this method in command-line tools and tests. In asynchronous code, use ``get()``.
  ///
  /// Continuations of the task may still be running when this method returns. If the wait begins
  /// before the task ends, the continuations that were registered on the default executor before
  /// the wait have run, and so have those that were deferred on this thread. Blocking the main
  /// queue is reported to `Diagnostics`, because a task that needs the main queue would never end.
  /// Waiting on any other serial queue that the task needs causes the same deadlock.
  @available(*, noasync, message: "Use 'await task.get()' in asynchronous code.")
  public func waitUntilCompleted() { _ = future.wait() }

  /// Blocks the current thread until the task has ended, or until a timeout.
  ///
  /// The task continues after the timeout. Otherwise like ``waitUntilCompleted()``.
  ///
  /// - Parameter timeout: The longest time to wait. Zero or less only runs the work that is
  ///   deferred on this thread.
  /// - Returns: Whether the task has ended.
  @available(*, noasync, message: "Use 'await task.get()' in asynchronous code.")
  @discardableResult
  public func waitUntilCompleted(timeout: Duration) -> Bool {
    _ = future.wait(timeout: timeout)
    return completed
  }
}
