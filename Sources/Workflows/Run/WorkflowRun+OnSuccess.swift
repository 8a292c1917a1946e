internal import Futures

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
  /// Each closure is called at most once. It is not called if its owner has been released, nor
  /// after ``cancel(because:)``, even if the run has ended and the closure waits for its actor.
  ///
  /// Removing the last success observer cancels the run; see ``RunOptions/cancelsWhenUnobserved``.
  /// You remove observers with ``removeObservers(of:)``; an observer whose owner has been
  /// released counts as removed, which the run notices before its next step. An observer without an
  /// owner cannot be removed.
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
    on(ExecutionContext(isolation: observer.isolation))
      .onSuccess(for: owner, withoutIsolation(observer))
  }

  /// Calls a closure with the output, if the run succeeds.
  ///
  /// The closure belongs to no owner, and cannot be removed: the run continues for it. Otherwise
  /// the same as ``onSuccess(for:_:)``.
  ///
  /// - Parameter observer: Receives the output. Runs where it is written.
  /// - Returns: This run.
  @discardableResult
  public func onSuccess(
    @_inheritActorContext _ observer: @escaping @Sendable @isolated(any) (_ output: Output) -> Void
  ) -> WorkflowRun {
    on(ExecutionContext(isolation: observer.isolation)).onSuccess(withoutIsolation(observer))
  }
}
