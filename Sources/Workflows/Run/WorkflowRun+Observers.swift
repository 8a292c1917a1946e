extension WorkflowRun {
  /// Removes all observers of an owner, and cancels the run if no success observer is left.
  ///
  /// This also removes closures that wait in their context: none starts after this returns. It
  /// cancels nothing if the owner has no success observer.
  ///
  /// - Parameter owner: The object that no longer observes.
  public func removeObservers(of owner: some AnyObject & Sendable) {
    _ = core.observers.remove(.cancellation, of: owner)
    core.removeProgressObservers(of: owner)
    _ = core.observers.remove(.failure, of: owner)
    if core.observers.remove(.success, of: owner) { cancel(because: .unobserved) }
  }
}
