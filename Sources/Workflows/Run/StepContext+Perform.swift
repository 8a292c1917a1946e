extension StepContext {
  /// Runs one step of a workflow whose context this is.
  nonisolated(nonsending) func perform<S: Step>(
    _ step: S,
    _ stage: StageInfo,
    _ input: S.Input,
    _ position: ChainPosition
  ) async throws -> S.Output {
    try throwIfCancelled()
    let range = position.range(of: stage)
    let output = try await step.run(input, in: child(stage.name, range: range))
    lane.report(range.end)
    return output
  }

  /// The context of a step inside of this one.
  func child(_ name: String, range: ProgressRange) -> StepContext {
    StepContext(
      run: run,
      lane: lane,
      range: range,
      parentPath: path,
      span: .none,
      name: name,
      attempt: attempt,
      cancellation: cancellation
    )
  }
}
