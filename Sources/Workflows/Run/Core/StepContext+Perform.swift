extension StepContext {
  /// Runs one step of the workflow that has this context.
  nonisolated(nonsending) func perform<S: Step>(
    _ step: S,
    _ stage: StageInfo,
    _ input: S.Input,
    _ position: ChainPosition
  ) async throws -> S.Output {
    let range = position.range(of: stage)
    var input = input
    if position.isOutermost {
      input = try await performInserted(input, at: stage.index, range.start, position.path)
    }
    try throwIfCancelled()
    let output = try await record(
      stage.name,
      attempt: attempt,
      range: range,
      parents: position.path
    ) { context in
      try await step.run(input, in: context)
    }
    lane.report(range.end)
    return output
  }

  /// Runs the steps that were inserted at a place, and closes that place.
  nonisolated(nonsending) func performInserted<Value: Sendable>(
    _ input: Value,
    at place: Int,
    _ start: Double,
    _ path: StepPath
  ) async throws -> Value {
    run.cancelIfUnobserved()
    var value = input
    let range = ProgressRange(start: start, length: 0)
    while let inserted = run.plan.begin(place) as? TypedInsertedStep<Value> {
      try throwIfCancelled()
      let step = inserted.step
      value = try await record(step.name, attempt: attempt, range: range, parents: path) {
        [value] context in
        try await step.run(value, in: context)
      }
    }
    return value
  }

  /// Runs a part of this step, and records it as a span.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - attempt: Which attempt it is.
  ///   - range: Its part of the progress of the lane.
  ///   - parents: The path of this step.
  ///   - body: The part; gets its context.
  /// - Returns: What it returns.
  /// - Throws: What it throws.
  nonisolated(nonsending) func record<Output>(
    _ name: String,
    attempt: Int,
    range: ProgressRange,
    parents: StepPath,
    _ body: nonisolated(nonsending) (StepContext) async throws -> Output
  ) async throws -> Output {
    let inner = run.track.begin(name, in: span, lane: lane.number, attempt: attempt)
    let context = StepContext(
      run: run,
      lane: lane,
      range: range,
      parents: parents,
      span: inner,
      name: name,
      attempt: attempt,
      cancellation: cancellation
    )
    do {
      let output = try await body(context)
      run.track.end(inner, .succeeded)
      return output
    } catch {
      run.track.end(inner, TraceSpan.Outcome(throwing: error))
      throw error
    }
  }
}
