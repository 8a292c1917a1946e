extension WorkflowRun {
  /// Whether the run is paused.
  public var isPaused: Bool { core.history.isPaused && !isSettled }

  /// Prevents further steps of the run from beginning until ``resume()``.
  ///
  /// ```swift
  /// run.pause()
  /// ```
  ///
  /// A step that has begun continues to its end; the next one waits. This holds for steps at
  /// every depth: those of inner workflows, of each parallel branch, each element of ``ForEach``
  /// and each attempt of ``Step/retry(_:clock:)``. Compensations, and closures added with
  /// ``Step/finally(_:)-3qeww``, do not wait.
  ///
  /// Time continues: the pauses between attempts end, and a ``Step/timeout(_:clock:)`` that passes
  /// fails its step. A failure that no waiting step handles ends the run, and so does the output of
  /// the last step. Cancelling a paused run ends it at once. The progress stays where it is, unless
  /// a running step reports more.
  ///
  /// An execution that runs share through a ``ResultCache`` belongs to the run that started it: if
  /// the cached step has parts, those that have not begun wait with that run, and the other runs
  /// wait for them.
  ///
  /// The state of a run that has begun is then ``RunState/paused``, even while steps are running. A
  /// run that is ready or queued keeps its state, and is paused when it begins. A paused run keeps
  /// its place under the ``RunOptions/limit``.
  ///
  /// - Returns: Whether this call paused the run; false if it was already paused, or has ended.
  @discardableResult
  public func pause() -> Bool { core.hold(core.history.pause()) }

  /// Lets the steps of a paused run begin again.
  ///
  /// - Returns: Whether this call resumed the run; false if it was not paused, or has ended.
  @discardableResult
  public func resume() -> Bool { core.hold(core.history.resume()) }
}

extension RunCore {
  /// Announces that the run was paused or resumed, if it was.
  fileprivate func hold(_ hasChanged: Bool) -> Bool {
    if hasChanged {
      history.changes.changed()
      progressChanges.changed()
    }
    return hasChanged
  }
}
