/// The position of a workflow in its run.
struct ChainPosition: Sendable {
  let start: Double
  /// The progress of one unit of weight.
  let unit: Double
  /// Whether it is the workflow that was started.
  let isOutermost: Bool

  /// The path of the workflow.
  let path: StepPath

  /// Creates the position of a workflow.
  ///
  /// - Parameters:
  ///   - context: The context of the workflow.
  ///   - weight: The total weight of its steps.
  ///   - isOutermost: Whether it is the workflow that was started.
  ///   - isAround: Whether its only step has its place: one that `retry`, for example, returned.
  init(in context: StepContext, weight: Double, isOutermost: Bool, isAround: Bool = false) {
    start = context.range.start
    unit = weight > 0 ? context.range.length / weight : 0
    path = isAround ? context.pathAround : context.stepPath
    self.isOutermost = isOutermost
  }

  func range(of stage: StageInfo) -> ProgressRange {
    ProgressRange(
      start: start + stage.weightStart * unit,
      length: (stage.weightEnd - stage.weightStart) * unit
    )
  }
}

extension StepContext {
  /// Begins a step of the workflow with this context.
  ///
  /// - Returns: The context of the step.
  func enter(_ stage: StageInfo, _ position: ChainPosition) throws(CancellationError) -> StepContext
  {
    try throwIfCancelled()
    return part(stage.name, range: position.range(of: stage), parents: position.path)
  }
}
