/// The names of the steps around a step.
///
/// Put together only when somebody asks for the text.
final class StepPath: Sendable, CustomStringConvertible {
  private let name: String
  private let parent: StepPath?

  init(_ name: String, in parent: StepPath?) {
    self.name = name
    self.parent = parent
  }

  var description: String { parent.map { "\($0)/\(name)" } ?? name }
}

extension StepContext {
  /// The path of the step, for the steps inside of it.
  var stepPath: StepPath { StepPath(name, in: parents) }
}
