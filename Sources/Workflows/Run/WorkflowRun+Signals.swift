extension WorkflowRun {
  /// The signals of this run, if it has no store.
  package var signals: RunSignals { core.signals }
}
