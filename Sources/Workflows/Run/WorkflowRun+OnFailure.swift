internal import Futures

extension WorkflowRun {
  /// Calls a closure with the error, if the run fails.
  ///
  /// Cancellation does not count as a failure, as with futures; use ``onCancel(for:_:)``. Removing
  /// a failure observer never cancels the run. Otherwise the same as ``onSuccess(for:_:)``.
  ///
  /// - Parameters:
  ///   - owner: The observing object. Held weakly.
  ///   - observer: Receives the owner and the error.
  /// - Returns: This run.
  @discardableResult
  public func onFailure<Owner: AnyObject & Sendable>(
    for owner: Owner,
    @_inheritActorContext _ observer:
      @escaping @Sendable @isolated(any) (_ owner: Owner, _ error: any Error) -> Void
  ) -> WorkflowRun {
    on(ExecutionContext(isolation: observer.isolation))
      .onFailure(for: owner, withoutIsolation(observer))
  }

  /// Calls a closure with the error, if the run fails.
  ///
  /// The closure belongs to no owner, and cannot be removed. Otherwise the same as
  /// ``onFailure(for:_:)``.
  ///
  /// - Parameter observer: Receives the error. Runs where it is written.
  /// - Returns: This run.
  @discardableResult
  public func onFailure(
    @_inheritActorContext _ observer:
      @escaping @Sendable @isolated(any) (_ error: any Error) -> Void
  ) -> WorkflowRun {
    on(ExecutionContext(isolation: observer.isolation)).onFailure(withoutIsolation(observer))
  }
}
