/// A step of a workflow, and those before it.
final class StepLink: Sendable {
  let step: any Step
  let previous: StepLink?

  init(_ step: any Step, after previous: StepLink?) {
    self.step = step
    self.previous = previous
  }
}
