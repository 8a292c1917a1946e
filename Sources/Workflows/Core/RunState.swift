/// The state of a run.
///
/// A run is ready, then running, then in one of the three final states. A run with a
/// ``RunOptions/limit`` is queued until its turn comes. A run can alternate between paused and
/// running. A run that is cancelled before its start is never running.
public enum RunState: String, Hashable, Sendable, CaseIterable {
  /// Created by ``Workflow/prepare(_:options:)``, and not yet started.
  case ready
  /// Started, and waiting for its turn under the limit of its options, or for the run that it
  /// replaces to stop.
  case queued
  /// Running its steps.
  case running
  /// Held by ``WorkflowRun/pause()``: no further step begins, and those that have begun continue.
  case paused
  /// Ended with an output.
  case succeeded
  /// Ended with an error.
  case failed
  /// Cancelled before it had an outcome.
  case cancelled

  /// Whether the state is final, so that the run has an outcome.
  public var isSettled: Bool {
    switch self {
    case .ready, .queued, .running, .paused: false
    case .succeeded, .failed, .cancelled: true
    }
  }
}
