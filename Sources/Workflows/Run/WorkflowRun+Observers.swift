public import Futures

// BkTask called its blocks on the main thread, one after another, while the worker waited. Here
// observers are submitted to a context, and no thread waits.
extension WorkflowRun {
  /// Calls a closure with the output, if the run succeeds.
  ///
  /// ```swift
  /// run.onSuccess(for: screen) { screen, forecast in screen.show(forecast) }
  /// ```
  ///
  /// The closure runs where it is written: on the actor of the code that passes it, or inline, on
  /// the thread that ends the run, if that code is nonisolated. Success observers are submitted in
  /// the order in which you add them. If the run has already succeeded, the closure is submitted at
  /// once.
  ///
  /// Each closure is called at most once. It is not called if its owner is gone, nor after
  /// ``cancel(because:)``, even if the run has ended and the closure waits for its actor.
  ///
  /// Removing the last success observer cancels the run; see ``RunOptions/cancelsWhenUnobserved``.
  /// You remove observers with ``removeSuccessObservers(of:)``; an observer whose owner is gone
  /// counts as removed, which the run notices before its next step.
  ///
  /// - Parameters:
  ///   - owner: The observing object. Held weakly, and passed to the closure, which therefore need
  ///     not capture it.
  ///   - observer: Receives the owner and the output. Released after its call, or when it can no
  ///     longer be called.
  /// - Returns: This run.
  @discardableResult
  public func onSuccess<Owner: AnyObject & Sendable>(
    for owner: Owner,
    @_inheritActorContext _ observer:
      @escaping @Sendable @isolated(any) (_ owner: Owner, _ output: Output) -> Void
  ) -> WorkflowRun {
    onSuccess(
      for: owner,
      on: ExecutionContext(isolation: observer.isolation),
      withoutIsolation(observer)
    )
  }

  /// Calls a closure with the output on a context, if the run succeeds.
  ///
  /// Otherwise the same as ``onSuccess(for:_:)``.
  ///
  /// - Parameters:
  ///   - owner: The observing object. Held weakly.
  ///   - context: Where the closure runs.
  ///   - observer: Receives the owner and the output.
  /// - Returns: This run.
  @discardableResult
  public func onSuccess<Owner: AnyObject & Sendable>(
    for owner: Owner,
    on context: ExecutionContext,
    _ observer: @escaping @Sendable (_ owner: Owner, _ output: Output) -> Void
  ) -> WorkflowRun {
    core.observers.add(.success, of: owner, on: context) { [weak owner, settled] in
      if let owner, case .success(let output) = settled.value { observer(owner, output) }
    }
    return self
  }

  /// Calls a closure with the error, if the run fails.
  ///
  /// Cancellation is no failure, as with futures; use ``onCancel(for:_:)``. Removing a failure
  /// observer never cancels the run. Otherwise the same as ``onSuccess(for:_:)``.
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

  /// Calls a closure if the run is cancelled, for whatever reason.
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

  /// Calls a closure on a context if the run is cancelled, for whatever reason.
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

  /// Removes the success observers of an owner, and cancels the run if none is left.
  ///
  /// This also removes closures that wait in their context: none starts after this returns. It does
  /// nothing if the owner has no success observer.
  ///
  /// - Parameter owner: The object that no longer observes.
  public func removeSuccessObservers(of owner: some AnyObject & Sendable) {
    if core.observers.remove(.success, of: owner) { cancel(because: .unobserved) }
  }

  /// Removes the failure observers of an owner; the run continues.
  ///
  /// - Parameter owner: The object that no longer observes.
  public func removeFailureObservers(of owner: some AnyObject & Sendable) {
    _ = core.observers.remove(.failure, of: owner)
  }

  /// Removes all observers of an owner, and cancels the run if no success observer is left.
  ///
  /// - Parameter owner: The object that no longer observes.
  public func removeObservers(of owner: some AnyObject & Sendable) {
    _ = core.observers.remove(.cancellation, of: owner)
    removeProgressObservers(of: owner)
    removeFailureObservers(of: owner)
    removeSuccessObservers(of: owner)
  }
}
