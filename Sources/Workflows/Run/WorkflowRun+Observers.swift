extension WorkflowRun {
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
