/// A step that could not be undone; see ``Step/compensate(_:)-6kyh0``.
public struct CompensationFailure: Error, CustomStringConvertible {
  /// The path of the step whose effect remains.
  public let step: String

  /// The error of its compensation.
  public let error: any Error

  /// A message that says what was not undone, why, and what to do.
  public var description: String {
    "Step '\(step)' could not be undone, and its effect remains: \(error). "
      + "Undo it by other means, or retry its compensation."
  }
}
