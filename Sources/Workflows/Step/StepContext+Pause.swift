extension StepContext {
  /// Waits until the run is no longer paused; not at all in a step that cleans up.
  ///
  /// Not inlined into its callers, whose frames are nested in a chain of steps and must stay small.
  ///
  /// - Throws: `CancellationError` if the step must stop.
  @inline(never)
  nonisolated(nonsending) func waitWhilePaused() async throws {
    if lane.ignoresPause { return }
    _ = await run.history.changes.first { [history = run.history] in
      history.isPaused ? nil : true
    }
    try throwIfCancelled()
  }
}
