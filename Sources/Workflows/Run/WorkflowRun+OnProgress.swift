internal import Futures

extension WorkflowRun {
  /// Calls a closure with the progress of the run whenever that changes.
  ///
  /// ```swift
  /// run.onProgress { report in print(report.step ?? "-", report.fractionCompleted) }
  /// ```
  ///
  /// The closure receives a report with the path of the current step and the fraction that is
  /// completed: first the current one, then one after each step that begins, each report of a step,
  /// and each change of the state. The last report of a run that succeeds has the fraction 1, and
  /// is submitted before the observers of the success. A run that has failed, or was cancelled, no
  /// longer calls the closure.
  ///
  /// Calls do not overlap. While the closure waits in its context, or is running, reports are
  /// skipped except for the newest one. A run without progress observers pays nothing for them.
  ///
  /// The closure runs where it is written. It does not count as an observer whose removal cancels
  /// the run.
  ///
  /// - Parameter observer: Receives the report. Released when it can no longer be called.
  /// - Returns: This run.
  @discardableResult
  public func onProgress(
    @_inheritActorContext _ observer: @escaping @Sendable @isolated(any) (RunReport) -> Void
  ) -> WorkflowRun {
    on(ExecutionContext(isolation: observer.isolation)).onProgress(withoutIsolation(observer))
  }

  /// Calls a closure with the progress of the run whenever that changes, for as long as its owner
  /// exists.
  ///
  /// ```swift
  /// run.onProgress(for: screen) { screen, report in screen.show(report.fractionCompleted) }
  /// ```
  ///
  /// Otherwise the same as ``onProgress(_:)``. To remove the closure, use ``removeObservers(of:)``.
  ///
  /// - Parameters:
  ///   - owner: The observing object. Held weakly, and passed to the closure.
  ///   - observer: Receives the owner and the report.
  /// - Returns: This run.
  @discardableResult
  public func onProgress<Owner: AnyObject & Sendable>(
    for owner: Owner,
    @_inheritActorContext _ observer:
      @escaping @Sendable @isolated(any) (_ owner: Owner, _ report: RunReport) -> Void
  ) -> WorkflowRun {
    on(ExecutionContext(isolation: observer.isolation))
      .onProgress(for: owner, withoutIsolation(observer))
  }
}
