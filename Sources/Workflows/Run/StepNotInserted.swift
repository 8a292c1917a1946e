/// The error of a step that could not be inserted into a run.
public struct StepNotInserted: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why a step was not inserted.
  public enum Reason: Hashable, Sendable {
    /// The workflow has no step with that name.
    ///
    /// - Parameter names: The names of its steps.
    case noSuchStep(names: [String])
    /// The values at that place have another type.
    ///
    /// - Parameters:
    ///   - expected: The type of the values.
    ///   - found: The type of the step.
    case wrongType(expected: String, found: String)
    /// The run has passed that place.
    case begun
    /// The run has ended.
    case ended
  }

  /// The reason.
  public let reason: Reason

  /// The name of the step.
  public let step: String

  /// The name of the step next to the place; `nil` for the end of the workflow.
  public let neighbour: String?

  /// The name of the workflow.
  public let workflow: String

  /// A message that says what is wrong, where, and what to do.
  public var description: String {
    let place = neighbour.map { "at '\($0)'" } ?? "at the end"
    let start = "Cannot insert step '\(step)' \(place) of '\(workflow)': "
    switch reason {
    case .noSuchStep(names: let names):
      return start + "there is no such step. Its steps are: \(names.joined(separator: ", "))."
    case .wrongType(let expected, let found):
      return start + "values there have the type \(expected), and the step takes \(found)."
    case .begun:
      return start + "the run has passed that place. Insert it before a step that has not begun."
    case .ended:
      return start + "the run has ended. Add the step to the workflow and start it again."
    }
  }
}
