/// What ``DurableRuns`` tells of its work.
public enum DurableRunsEvent: Sendable {
  /// This process has taken a run, for the number of times that `epoch` tells.
  case claimed(run: String, epoch: Int)
  /// A run waits in the store.
  case parked(run: String)
  /// A run has ended.
  case ended(run: String)
  /// A run is left alone, for a reason that a person has to look at.
  case setAside(run: String, reason: String)
  /// Another process has the run, or may have it soon, because this one could not reach the store.
  case lost(run: String)
  /// A run was given back, because this process is to end.
  case released(run: String)
  /// A step could not be undone.
  case compensationFailed(run: String, step: String, error: any Error)
  /// This process has submitted the runs of a schedule that was due; none, if all were missed.
  case scheduled(schedule: String, runs: [String])
  /// A schedule that is due has submitted nothing, and is tried again.
  case scheduleFailed(schedule: String, error: any Error)
  /// The store has failed, and is asked again.
  case storeFailed(run: String?, error: any Error)
}
