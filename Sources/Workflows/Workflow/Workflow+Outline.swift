extension Workflow: OutlinedStep {
  package var ownOutline: StepOutline {
    // What `retry` and others return is the step itself.
    if inside != nil, let last { return last.outline }
    return StepOutline(.chain, name, output: Output.self, parts: stages.map(\.outline))
  }
}
