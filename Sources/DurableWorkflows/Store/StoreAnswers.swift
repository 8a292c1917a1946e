/// What becomes of a signal.
public enum SignalDelivery: Hashable, Sendable {
  /// It is kept for the run.
  case kept
  /// Another one of the same name has come before.
  case taken
  /// There is no such run.
  case unknown
  /// The run has ended.
  case ended
}

/// What becomes of a cancellation.
public enum CancellationAnswer: Hashable, Sendable {
  /// The run has ended.
  case cancelled
  /// The worker of the run will end it, and undo what it has done.
  case requested
  /// The run has ended before, is being undone already, or there is none.
  case refused
}
