/// Why a run has failed, as far as that can be kept.
public enum RunFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// An error of a step: the name of its type, and what it says.
  case error(type: String, message: String)
  /// The run was cancelled.
  case cancelled

  /// The name of the type, and what the error says.
  public var description: String {
    switch self {
    case .error(let type, let message): "\(type): \(message)"
    case .cancelled: "cancelled"
    }
  }
}

/// How a run has ended.
public enum RunOutcome<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// With an output.
  case value(Payload)
  /// With an error, or cancelled.
  case failure(RunFailure)
}
