public import Futures

// BkTask called its blocks on the main thread, one after another, with the worker waiting for them.
// Here they are submitted to a context, and nobody waits.
extension WorkflowRun {
  /// Calls a closure with the output, if the run succeeds.
  ///
  /// ```swift
  /// run.onSuccess(for: screen) { screen, forecast in screen.show(forecast) }
  /// ```
  ///
  /// The closure runs where it is written: on the actor of the code that passes it, or inline, on
  /// the thread that ends the run, if that code is nonisolated. Success observers are submitted in
  /// the order in which they were added. Each is called at most once, not at all after ``cancel()``
  /// (also when the run has ended and the closure waits for its actor), and not when its owner is
  /// gone. If the run has succeeded already, the closure is submitted at once.
  ///
  /// The last success observer that leaves cancels the run, see
  /// ``RunOptions/cancelsWhenUnobserved``: by ``removeSuccessObservers(of:)``, or because its owner
  /// is gone, which the run notices before its next step.
  ///
  /// - Parameters:
  ///   - owner: Who observes. Held weakly; passed to the closure, which so need not capture it.
  ///   - observer: Gets the owner and the output. Released when it ran, or when it never will.
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

  /// Calls a closure with the output, if the run succeeds, on a context of your choice.
  ///
  /// Like ``onSuccess(for:_:)``, on another context.
  ///
  /// - Parameters:
  ///   - owner: Who observes. Held weakly.
  ///   - context: Where the closure runs.
  ///   - observer: Gets the owner and the output.
  /// - Returns: This run.
  @discardableResult
  public func onSuccess<Owner: AnyObject & Sendable>(
    for owner: Owner,
    on context: ExecutionContext,
    _ observer: @escaping @Sendable (_ owner: Owner, _ output: Output) -> Void
  ) -> WorkflowRun {
    core.observers.add(.success, of: owner, on: context) { [weak owner, outcome] in
      if let owner, case .success(let output) = outcome.result { observer(owner, output) }
    }
    return self
  }

  /// Calls a closure with the error, if the run fails.
  ///
  /// Cancellation is no failure: nobody is called then. Otherwise like ``onSuccess(for:_:)``,
  /// except that a failure observer that leaves never cancels the run.
  ///
  /// - Parameters:
  ///   - owner: Who observes. Held weakly.
  ///   - observer: Gets the owner and the error.
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

  /// Calls a closure with the error, if the run fails, on a context of your choice.
  ///
  /// Like ``onFailure(for:_:)``, on another context.
  ///
  /// - Parameters:
  ///   - owner: Who observes. Held weakly.
  ///   - context: Where the closure runs.
  ///   - observer: Gets the owner and the error.
  /// - Returns: This run.
  @discardableResult
  public func onFailure<Owner: AnyObject & Sendable>(
    for owner: Owner,
    on context: ExecutionContext,
    _ observer: @escaping @Sendable (_ owner: Owner, _ error: any Error) -> Void
  ) -> WorkflowRun {
    core.observers.add(.failure, of: owner, on: context) { [weak owner, outcome] in
      if let owner, case .failure(let error) = outcome.result { observer(owner, error) }
    }
    return self
  }

  /// Removes the success observers of an owner, and cancels the run if that leaves none.
  ///
  /// Closures that wait in their context are removed too, so none starts after this returns.
  /// Without success observers of that owner it does nothing.
  ///
  /// - Parameter owner: Who does not observe any more.
  public func removeSuccessObservers(of owner: some AnyObject & Sendable) {
    if core.observers.remove(.success, of: owner) { cancel() }
  }

  /// Removes the failure observers of an owner; the run goes on.
  ///
  /// - Parameter owner: Who does not observe any more.
  public func removeFailureObservers(of owner: some AnyObject & Sendable) {
    _ = core.observers.remove(.failure, of: owner)
  }

  /// Removes all observers of an owner, and cancels the run if that leaves no success observer.
  ///
  /// - Parameter owner: Who does not observe any more.
  public func removeObservers(of owner: some AnyObject & Sendable) {
    removeFailureObservers(of: owner)
    removeSuccessObservers(of: owner)
  }
}
