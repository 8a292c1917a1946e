/// Where a workflow is in the run that it is a part of.
struct ChainPosition: Sendable {
  let start: Double
  /// How much progress one unit of weight is.
  let unit: Double
  /// Whether it is the workflow that was started.
  let isOutermost: Bool

  /// The path of the workflow.
  let path: StepPath

  /// Places a workflow in a run.
  ///
  /// - Parameters:
  ///   - context: The context of the workflow.
  ///   - weight: The weights of its steps together.
  ///   - isOutermost: Whether it is the workflow that was started.
  init(in context: StepContext, weight: Double, isOutermost: Bool) {
    start = context.range.start
    unit = weight > 0 ? context.range.length / weight : 0
    path = context.stepPath
    self.isOutermost = isOutermost
  }

  func range(of stage: StageInfo) -> ProgressRange {
    ProgressRange(
      start: start + stage.weightStart * unit,
      length: (stage.weightEnd - stage.weightStart) * unit
    )
  }
}
