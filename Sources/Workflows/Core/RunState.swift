/// The state of a run.
///
/// A run is ready, then running, then in one of the three final states. A run that is cancelled
/// before its start is never running.
public enum RunState: String, Hashable, Sendable, CaseIterable {
  /// Created by ``Workflow/prepare(_:options:)``, and not yet started.
  case ready
  /// Running its steps.
  case running
  /// Ended with an output.
  case succeeded
  /// Ended with an error.
  case failed
  /// Cancelled before it had an outcome.
  case cancelled

  /// Whether the state is final.
  public var isEnded: Bool {
    switch self {
    case .ready, .running: false
    case .succeeded, .failed, .cancelled: true
    }
  }
}
