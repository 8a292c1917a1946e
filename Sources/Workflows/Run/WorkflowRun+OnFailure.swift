public import Futures

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
    onFailure(
      for: owner,
      on: ExecutionContext(isolation: observer.isolation),
      withoutIsolation(observer)
    )
  }

  /// Calls a closure with the error on a context, if the run fails.
  ///
  /// Otherwise the same as ``onFailure(for:_:)``.
  ///
  /// - Parameters:
  ///   - owner: The observing object. Held weakly.
  ///   - context: Where the closure runs.
  ///   - observer: Receives the owner and the error.
  /// - Returns: This run.
  @discardableResult
  public func onFailure<Owner: AnyObject & Sendable>(
    for owner: Owner,
    on context: ExecutionContext,
    _ observer: @escaping @Sendable (_ owner: Owner, _ error: any Error) -> Void
  ) -> WorkflowRun {
    core.observers.add(.failure, of: owner, on: context) { [weak owner, settled] in
      if let owner, case .failure(let error) = settled.value { observer(owner, error) }
    }
    outcome.ignoringFailure()
    return self
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
    onFailure(on: ExecutionContext(isolation: observer.isolation), withoutIsolation(observer))
  }

  /// Calls a closure with the error on a context, if the run fails.
  ///
  /// Otherwise the same as ``onFailure(_:)``.
  ///
  /// - Parameters:
  ///   - context: Where the closure runs.
  ///   - observer: Receives the error.
  /// - Returns: This run.
  @discardableResult
  public func onFailure(
    on context: ExecutionContext,
    _ observer: @escaping @Sendable (_ error: any Error) -> Void
  ) -> WorkflowRun {
    core.observers.add(.failure, of: nil, on: context) { [settled] in
      if case .failure(let error) = settled.value { observer(error) }
    }
    outcome.ignoringFailure()
    return self
  }
}
