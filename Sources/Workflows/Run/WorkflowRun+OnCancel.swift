internal import Futures

extension WorkflowRun {
  /// Calls a closure if the run is cancelled, for any reason.
  ///
  /// ```swift
  /// run.onCancel(for: screen) { screen in screen.show("stopped") }
  /// ```
  ///
  /// ``cancellation`` is the reason. Removing such an observer never cancels the run. Otherwise the
  /// same as ``onSuccess(for:_:)``.
  ///
  /// - Parameters:
  ///   - owner: The observing object. Held weakly.
  ///   - observer: Receives the owner.
  /// - Returns: This run.
  @discardableResult
  public func onCancel<Owner: AnyObject & Sendable>(
    for owner: Owner,
    @_inheritActorContext _ observer:
      @escaping @Sendable @isolated(any) (_ owner: Owner) -> Void
  ) -> WorkflowRun {
    on(ExecutionContext(isolation: observer.isolation))
      .onCancel(for: owner, withoutIsolation(observer))
  }

  /// Calls a closure if the run is cancelled, for any reason.
  ///
  /// The closure belongs to no owner, and cannot be removed. Otherwise the same as
  /// ``onCancel(for:_:)``.
  ///
  /// - Parameter observer: Runs where it is written.
  /// - Returns: This run.
  @discardableResult
  public func onCancel(
    @_inheritActorContext _ observer: @escaping @Sendable @isolated(any) () -> Void
  ) -> WorkflowRun {
    on(ExecutionContext(isolation: observer.isolation)).onCancel(withoutIsolation(observer))
  }
}
