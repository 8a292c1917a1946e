/// A step that describes its parts.
package protocol OutlinedStep {
  /// The parts of the step, and how they belong together.
  var ownOutline: StepOutline { get }
}

extension Step {
  /// The parts of this step; a step without parts, if it does not describe them.
  package var outline: StepOutline {
    (self as? any OutlinedStep)?.ownOutline ?? StepOutline(.step, name, output: Output.self)
  }

  /// Returns the outline of a step around others.
  func outline(_ kind: StepOutline.Kind, of parts: StepOutline...) -> StepOutline {
    StepOutline(kind, name, output: Output.self, parts: parts)
  }
}
