/// An event of a durable run.
public enum DurableRunEvent: Hashable, Sendable {
  /// The status of the run changed.
  case status(DurableRunStatus)
  /// The output of a step was recorded.
  case recorded(step: String)
  /// A step was undone, or could not be.
  case undone(step: String, hasSucceeded: Bool)
  /// A tag of the run has a value, or was taken back.
  case tagged(String, String?)
}
