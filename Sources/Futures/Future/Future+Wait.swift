internal import Dispatch

extension Future {
  /// Blocks the current thread until the future settles.
  ///
  /// For command-line tools and tests; elsewhere use ``get()`` or a callback.
  ///
  /// Callbacks that wait to run on this thread run first. Blocking the main queue is reported to
  /// ``Diagnostics``, since a future that needs the main queue would then never settle. The same deadlock
  /// threatens on any serial queue that the future needs.
  ///
  /// - Parameter timeout: How long to wait at the most; `nil` to wait without limit.
  /// - Returns: The outcome, or `nil` if there was none in time.
  @available(*, noasync, message: "Use 'await future.get()' in asynchronous code.")
  public func wait(timeout: Duration? = nil) -> Result<Value, Failure>? {
    if let result { return result }
    ThreadState.drainDeferred()
    if let result { return result }
    if MainQueue.isCurrent {
      Diagnostics.report(.blockingWaitOnMain, site: cell.creationSite)
    }
    let settled = DispatchSemaphore(value: 0)
    let observer = Cell(removableStep: { source, _ in
      if !source.isAbandoned { settled.signal() }
      return .none
    })
    cell.observe(observer)
    if let timeout {
      if settled.wait(timeout: .now() + timeout.dispatchInterval) == .timedOut,
        observer.withdraw()
      {
        cell.noteWithdrawal()
      }
    } else {
      settled.wait()
    }
    return result
  }
}
