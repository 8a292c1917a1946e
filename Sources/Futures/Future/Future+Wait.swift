internal import Dispatch

extension Future {
  /// Blocks the current thread until the future settles.
  ///
  /// For command-line tools and tests; elsewhere use ``get()`` or a callback.
  ///
  /// Callbacks that were put off because of their depth run first; see ``ExecutionContext/inline``.
  /// A callback that waits for those registered behind it on the same future waits for ever.
  /// Blocking the main queue is reported to ``Diagnostics``, since a future that needs the main
  /// queue would then never settle. The same deadlock threatens on any serial queue that the future
  /// needs.
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
    // Not `observe`: if the cell settles just now, that may put the observer off until this thread
    // goes on.
    if !cell.push(observer), let result { return result }
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
