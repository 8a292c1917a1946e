/// The failure of a step of a durable function, as the function sees it.
///
/// A function sees the same error in every execution. So an error whose type the call does not name
/// in `catching` reaches the function as this one, also the first time.
public struct StepFailed: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the step.
  public let step: String
  /// The name of the type of the error.
  public let type: String
  /// The message of the error.
  public let message: String

  /// A message that names the step.
  public var description: String { "'\(step)' has failed: \(message) (\(type))." }
}
