/// A step that describes its parts.
package protocol OutlinedStep {
  /// The parts of the step, and how they belong together.
  var ownOutline: StepOutline { get }
}

extension OutlinedStep where Self: Step {
  /// The outline of a step that has no parts, and does not read the key of its place.
  package var ownOutline: StepOutline { outline(.step) }
}

extension Step {
  /// The parts of this step; a step without parts, if it does not describe them.
  package var outline: StepOutline {
    if let step = self as? any OutlinedStep { return step.ownOutline }
    var outline = outline(.step)
    outline.seesContext = true
    return outline
  }

  /// Returns the outline of a step around others.
  func outline(_ kind: StepOutline.Kind, of parts: StepOutline...) -> StepOutline {
    StepOutline(kind, name, output: Output.self, parts: parts)
  }
}
