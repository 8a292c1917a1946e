extension WorkflowRun {
  /// Calls a closure when the run has ended, with its spans and its error, if it has one.
  ///
  /// For bridges to other tracing systems. The closure runs inline, before observers do, or at once
  /// if the run has ended. A run that is released without having been started has no spans.
  package func whenEnded(
    _ body: @escaping @Sendable (_ spans: [TraceSpan], _ error: (any Error)?) -> Void
  ) {
    core.whenEnded(RunCore.EndHook { core, error in body(core.track.spans, error) })
  }
}
