/// The result of sending a signal.
public enum SignalDelivery: Hashable, Codable, Sendable {
  /// The signal is stored for the run.
  case kept
  /// A signal of the same name arrived before.
  case taken
  /// The run does not exist.
  case unknown
  /// The run has ended.
  case ended
}

/// The result of withdrawing a signal.
public enum SignalWithdrawal: Hashable, Sendable {
  /// The run no longer has the signal.
  case withdrawn
  /// The run has no signal of this name.
  case absent
  /// The run has read the signal, or a worker has the run and may have read it.
  case read
  /// The run does not exist.
  case unknown
  /// The run has ended.
  case ended
}

/// The result of a cancellation.
public enum CancellationAnswer: Hashable, Sendable {
  /// The run has ended.
  case cancelled
  /// The worker of the run will end it and undo what it has done.
  case requested
  /// The run has already ended, or is already being undone.
  case refused
  /// The run does not exist.
  case unknown
}
