/// What a run of a workflow is doing.
public enum RunState: String, Hashable, Sendable, CaseIterable {
  /// Made by ``Workflow/prepare(_:options:)``, and not started yet.
  case ready
  /// At work on its steps.
  case running
  /// Ended with an output.
  case succeeded
  /// Ended with an error.
  case failed
  /// Stopped before it had an outcome.
  case cancelled

  /// Whether the run has ended in one of the three ways and stays as it is.
  public var isEnded: Bool {
    switch self {
    case .ready, .running: false
    case .succeeded, .failed, .cancelled: true
    }
  }
}
