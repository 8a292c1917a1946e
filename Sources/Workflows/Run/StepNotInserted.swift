/// The error of inserting a step into a run.
public struct StepNotInserted: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why a step was not inserted.
  public enum Reason: Hashable, Sendable {
    /// The workflow has no step of that name.
    ///
    /// - Parameter names: The names there are.
    case noSuchStep(names: [String])
    /// Values have another type there.
    ///
    /// - Parameters:
    ///   - expected: Their type.
    ///   - found: The type of the step that was to be inserted.
    case wrongType(expected: String, found: String)
    /// The run has come too far.
    case begun
    /// The run has ended.
    case ended
  }

  /// Why.
  public let reason: Reason

  /// The name of the step that was to be inserted.
  public let step: String

  /// The name of the step to insert it beside; `nil` for the end of the workflow.
  public let neighbour: String?

  /// The name of the workflow.
  public let workflow: String

  /// What was wrong, where, and what to do.
  public var description: String {
    let place = neighbour.map { "at '\($0)'" } ?? "at the end"
    let start = "The step '\(step)' was not inserted \(place) of '\(workflow)': "
    switch reason {
    case .noSuchStep(names: let names):
      return start + "there is no such step. There are: \(names.joined(separator: ", "))."
    case .wrongType(let expected, let found):
      return start + "values are of type \(expected) there, and the step is for \(found)."
    case .begun:
      return start + "the run has come too far. Insert it before a step that has not begun."
    case .ended:
      return start + "the run has ended. Add the step to the workflow and start it again."
    }
  }
}
