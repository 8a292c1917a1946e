/// An error that reports a signal that the workflow of a run does not wait for.
public struct UndeclaredSignal: Error, Hashable, CustomStringConvertible {
  /// The identifier of the run.
  public let run: String
  /// The name of the signal.
  public let signal: String
  /// The name of the workflow.
  public let workflow: String
  /// The names of the signals that the workflow waits for.
  public let declared: [String]

  /// A message that lists the signals that the workflow waits for.
  public var description: String {
    let names = declared.map { "'\($0)'" }.joined(separator: ", ")
    let known = names.isEmpty ? "it waits for no signal" : "it waits for \(names)"
    return "The workflow '\(workflow)' of run '\(run)' does not wait for a signal '\(signal)'; "
      + "\(known). Nothing was sent."
  }
}

/// An error that reports a value that a run could not read as the signal that it waits for.
public struct UnreadableSignal: Error, Hashable, CustomStringConvertible {
  /// The identifier of the run.
  public let run: String
  /// The name of the signal.
  public let signal: String
  /// The name of the type that the run reads.
  public let type: String
  /// Why the value cannot be read.
  let problem: String

  /// A message that says what is wrong with the value.
  public var description: String {
    "Run '\(run)' reads the signal '\(signal)' as \(type), and cannot read this value: \(problem). "
      + "Nothing was sent."
  }
}
