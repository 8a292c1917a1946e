/// The action of a start with a key while a run with that key is in progress.
public enum ExistingRunPolicy: Hashable, Sendable {
  /// Returns the run in progress; no further one is started.
  case keep
  /// Cancels the run in progress, because it is ``RunCancellation/replaced``, and starts another
  /// one, which is ``RunState/queued`` until the steps of the first have stopped.
  case replace
}
