internal import Futures

extension BFTask {
  /// Blocks the current thread until the task has ended.
  ///
  /// For command-line tools and tests; in asynchronous code use ``get()``.
  ///
  /// Continuations of the task may still be running when this returns. Those that were registered
  /// on the default executor before a wait that began before the end of the task have run by then,
  /// and so have those that wait to run on this thread. Blocking the main queue is reported to
  /// `Diagnostics`, since a task that needs the main queue would then never end. The same deadlock
  /// threatens on any serial queue that the task needs.
  @available(*, noasync, message: "Use 'await task.get()' in asynchronous code.")
  public func waitUntilCompleted() { _ = future.wait() }

  /// Blocks the current thread until the task has ended, or until it took too long.
  ///
  /// Otherwise like ``waitUntilCompleted()``. The task goes on when the time is up.
  ///
  /// - Parameter timeout: How long to wait at the most. Zero or less only runs what waits to run on
  ///   this thread.
  /// - Returns: Whether the task has ended.
  @available(*, noasync, message: "Use 'await task.get()' in asynchronous code.")
  @discardableResult
  public func waitUntilCompleted(timeout: Duration) -> Bool {
    _ = future.wait(timeout: timeout)
    return completed
  }
}
