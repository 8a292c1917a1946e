/// The reason why a run failed, in a form that can be stored.
@_spi(Stores) public enum RunFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// An error from a step: the name of its type and its message.
  case error(type: String, message: String)
  /// The run was cancelled.
  case cancelled

  /// The name of the type and the message of the error.
  @_spi(Stores) public var description: String {
    switch self {
    case .error(let type, let message): "\(type): \(message)"
    case .cancelled: "cancelled"
    }
  }
}

/// The outcome of a run.
@_spi(Stores) public enum RunOutcome<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// The run ended with an output.
  case value(Payload)
  /// The run ended with an error or was cancelled.
  case failure(RunFailure)
}
