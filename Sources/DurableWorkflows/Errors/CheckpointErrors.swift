/// An error that reports an output, an input, or a signal larger than the maximum record size.
public struct OutputTooLarge: Error, Hashable, CustomStringConvertible {
  /// The place of the step.
  public let step: String
  /// The size of the encoded output, in bytes.
  public let size: Int
  /// The maximum size, in bytes.
  public let limit: Int

  /// A message that says what is too large and what to do.
  public var description: String {
    "The data of '\(step)' has \(size) bytes, and a record has at most \(limit). "
      + "Keep the data elsewhere, and return where it is."
  }
}

/// An error that reports an output that cannot be encoded.
public struct UncodableOutput: Error, Hashable, CustomStringConvertible {
  /// The place of the step.
  public let step: String
  /// The message of the codec.
  public let reason: String

  /// A message that names the step.
  public var description: String { "The output of '\(step)' cannot be encoded: \(reason)." }
}

/// An error that reports a value under a key that cannot be part of a checkpoint.
public struct UncodableRunValue: Error, Hashable, CustomStringConvertible {
  /// The name of the key.
  public let key: String
  /// The place of the checkpoint.
  public let step: String

  /// A message that describes the problem and how to solve it.
  public var description: String {
    "The value for '\(key)' is not Codable, so the checkpoint '\(step)' cannot keep it. "
      + "Make its type Codable, or pass it on as an output."
  }
}

/// An error that reports a step in doubt that does not define how to undo it.
struct StepInDoubt: Error, CustomStringConvertible {
  let step: String

  var description: String {
    "The process ended while '\(step)' was running, so nobody knows whether it had an effect. "
      + "Look after it by other means, or pass `inDoubt` to `compensate`."
  }
}

/// An error that reports a compensated step that a durable run cannot undo, because the definition
/// of its workflow does not show the compensation.
public struct CompensationOutOfReach: Error, Hashable, CustomStringConvertible {
  /// The place of the step.
  public let step: String

  /// A message that describes the problem and how to solve it.
  public var description: String {
    "'\(step)' has a compensation that the definition of the workflow does not show, so a run could "
      + "not undo it after a restart. Steps inside a step of your own are unknown until it runs: use "
      + "`ForEach`, `When` or `Workflow` around the compensated step. If the definition has changed, "
      + "restore the compensation."
  }
}
