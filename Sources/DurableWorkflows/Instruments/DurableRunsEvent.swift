/// An event that ``DurableRuns`` reports about its work.
public enum DurableRunsEvent: Sendable {
  /// This process has claimed a run; `epoch` is the number of claims so far.
  case claimed(run: String, epoch: Int)
  /// A run waits in the store.
  case parked(run: String)
  /// A run continues behind its last record, without these checkpoints of its workflow before that:
  /// they were added after it had passed them.
  case skipped(run: String, steps: [String])
  /// A function made a call after its run was parked, which had no effect: a `catch` has kept the
  /// `CancellationError` of a wait instead of passing it on.
  case calledAfterParking(run: String, call: String)
  /// A run has ended.
  case ended(run: String)
  /// A run was set aside, for a reason that a person has to examine.
  case setAside(run: String, reason: String)
  /// Another process has the run, or may soon have it because this process could not reach the
  /// store.
  case lost(run: String)
  /// A run was given back, because this process stops working on runs.
  case released(run: String)
  /// A step could not be undone.
  case compensationFailed(run: String, step: String, error: any Error)
  /// This process has submitted the runs of a schedule that was due, or none if all were missed.
  case scheduled(schedule: String, runs: [String])
  /// A schedule that is due has submitted nothing and is retried.
  case scheduleFailed(schedule: String, error: any Error)
  /// This process has submitted a run to a queue that is not among those that it works on. If no
  /// other process works on the queue, the run waits forever: check the name.
  case queuedForOthers(run: String, queue: String)
  /// The store failed, and the operation is retried.
  case storeFailed(run: String?, error: any Error)
}
