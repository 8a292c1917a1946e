internal import Dispatch

extension Future {
  /// Blocks the current thread until the future settles.
  ///
  /// Use this method in command-line tools and tests only; elsewhere use ``value-5syka`` or a
  /// callback.
  ///
  /// Callbacks that were deferred because of their depth run first; see
  /// ``ExecutionContext/inline``. A callback that waits for callbacks registered after it on the
  /// same future deadlocks. Blocking the main queue is reported to ``Diagnostics``, since a future
  /// that needs the main queue would never settle. The same deadlock occurs on any serial queue
  /// that the future needs.
  ///
  /// - Parameter timeout: The longest time to wait; `nil` to wait without limit.
  /// - Returns: The outcome, or `nil` if there was none in time.
  @available(*, noasync, message: "Use 'await future.value' in asynchronous code.")
  public func wait(timeout: Duration? = nil) -> Result<Value, Failure>? {
    if let result = currentResult { return result }
    ThreadState.drainDeferred()
    if let result = currentResult { return result }
    if MainQueue.isCurrent {
      Diagnostics.report(.blockingWaitOnMain, site: cell.creationSite)
    }
    let settled = DispatchSemaphore(value: 0)
    let observer = Cell(removableStep: { source, _ in
      if !source.isAbandoned { settled.signal() }
      return .none
    })
    // Not `observe`: if the cell settles now, that may defer the observer until this thread
    // continues.
    if !cell.push(observer), let result = currentResult { return result }
    if let timeout {
      if settled.wait(timeout: .now() + timeout.dispatchInterval) == .timedOut,
        observer.withdraw()
      {
        cell.noteWithdrawal()
      }
    } else {
      settled.wait()
    }
    return currentResult
  }
}
