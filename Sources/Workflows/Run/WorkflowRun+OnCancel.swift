public import Futures

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
    onCancel(
      for: owner,
      on: ExecutionContext(isolation: observer.isolation),
      withoutIsolation(observer)
    )
  }

  /// Calls a closure on a context if the run is cancelled, for any reason.
  ///
  /// Otherwise the same as ``onCancel(for:_:)``.
  ///
  /// - Parameters:
  ///   - owner: The observing object. Held weakly.
  ///   - context: Where the closure runs.
  ///   - observer: Receives the owner.
  /// - Returns: This run.
  @discardableResult
  public func onCancel<Owner: AnyObject & Sendable>(
    for owner: Owner,
    on context: ExecutionContext,
    _ observer: @escaping @Sendable (_ owner: Owner) -> Void
  ) -> WorkflowRun {
    core.observers.add(.cancellation, of: owner, on: context) { [weak owner] in
      if let owner { observer(owner) }
    }
    return self
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
    onCancel(on: ExecutionContext(isolation: observer.isolation), withoutIsolation(observer))
  }

  /// Calls a closure on a context if the run is cancelled, for any reason.
  ///
  /// Otherwise the same as ``onCancel(_:)``.
  ///
  /// - Parameters:
  ///   - context: Where the closure runs.
  ///   - observer: Called at most once.
  /// - Returns: This run.
  @discardableResult
  public func onCancel(
    on context: ExecutionContext,
    _ observer: @escaping @Sendable () -> Void
  ) -> WorkflowRun {
    core.observers.add(.cancellation, of: nil, on: context, observer)
    return self
  }
}
