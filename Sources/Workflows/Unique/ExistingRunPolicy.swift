/// What a start with a key does while a run with that key is under way.
public enum ExistingRunPolicy: Hashable, Sendable {
  /// Returns the run that is under way; no further one is started.
  case keep
  /// Cancels the run that is under way, because it is ``RunCancellation/replaced``, and starts
  /// another one. That one is ``RunState/queued`` until the steps of the first have stopped.
  case replace
}
