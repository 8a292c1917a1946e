extension Workflow: OutlinedStep {
  package var ownOutline: StepOutline {
    // What `retry` and others return is the step itself.
    if inside != nil, let last { return last.outline.named(name) }
    let parts = stages.map { stage in
      var part = stage.outline
      part.weight = stage.weightEnd - stage.weightStart
      return part
    }
    return StepOutline(.chain, name, output: Output.self, parts: parts)
  }
}
